// A place in the round through all phases of the network: layers one after the other, in a layer its column tiles, in a column tile its row tiles
// (docs/timing.md, 2.3). The engine has two: one for the steps, one for the loads of weights, which are ahead.
`include "ngpc_assert.svh"

module phase_walker #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned MaxLayers = 6,
  parameter int unsigned MaxWidth = 64,
  localparam int unsigned CountBits = $clog2(MaxLayers + 1),
  localparam int unsigned SizeBits = $clog2(MaxWidth + 1),
  localparam int unsigned LayerBits = (MaxLayers > 1) ? $clog2(MaxLayers) : 1,
  localparam int unsigned RowTileBits = (MaxWidth > Rows) ? $clog2(MaxWidth / Rows) : 1,
  localparam int unsigned ColTileBits = (MaxWidth > Cols) ? $clog2(MaxWidth / Cols) : 1,
  localparam int unsigned InputBits = $clog2(Rows + 1),
  localparam int unsigned NeuronBits = $clog2(Cols + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // registers
  input  logic [CountBits-1:0]          layers_i,
  input  logic [MaxLayers*SizeBits-1:0] inputs_i,
  input  logic [MaxLayers*SizeBits-1:0] outputs_i,
  // on to the next phase
  input  logic                          advance_i,
  // the present phase
  output logic [15:0]                   phase_o,
  output logic [LayerBits-1:0]          layer_o,
  output logic [RowTileBits-1:0]        row_tile_o,
  output logic [ColTileBits-1:0]        col_tile_o,
  output logic [SizeBits-1:0]           layer_inputs_o,
  output logic [InputBits-1:0]          inputs_o,          // of its array tile, unpadded
  output logic [NeuronBits-1:0]         neurons_o,         // of its array tile, unpadded
  output logic                          first_o,           // of the round
  output logic                          first_row_tile_o,
  output logic                          last_row_tile_o,
  output logic                          last_layer_o,
  output logic                          last_o             // of the round
);
  logic [15:0] phase_q;
  logic [LayerBits-1:0] layer_q;
  logic [RowTileBits-1:0] row_tile_q;
  logic [ColTileBits-1:0] col_tile_q;
  logic [SizeBits-1:0] layer_inputs, layer_outputs, inputs_left, neurons_left;
  logic last_col_tile;

  always_comb begin
    layer_inputs = '0;
    layer_outputs = '0;
    for (int unsigned l = 0; l < MaxLayers; l++) begin
      if (layer_q == LayerBits'(l)) begin
        layer_inputs = inputs_i[l*SizeBits +: SizeBits];
        layer_outputs = outputs_i[l*SizeBits +: SizeBits];
      end
    end
  end
  assign inputs_left = layer_inputs - SizeBits'(row_tile_q * Rows);
  assign neurons_left = layer_outputs - SizeBits'(col_tile_q * Cols);

  assign phase_o = phase_q;
  assign layer_o = layer_q;
  assign row_tile_o = row_tile_q;
  assign col_tile_o = col_tile_q;
  assign layer_inputs_o = layer_inputs;
  assign inputs_o = last_row_tile_o ? InputBits'(inputs_left) : InputBits'(Rows);
  assign neurons_o = last_col_tile ? NeuronBits'(neurons_left) : NeuronBits'(Cols);
  assign first_o = phase_q == '0;
  assign first_row_tile_o = row_tile_q == '0;
  assign last_row_tile_o = inputs_left <= SizeBits'(Rows);
  assign last_col_tile = neurons_left <= SizeBits'(Cols);
  assign last_layer_o = CountBits'(layer_q) + CountBits'(1) == layers_i;
  assign last_o = last_row_tile_o && last_col_tile && last_layer_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= '0;
      layer_q <= '0;
      row_tile_q <= '0;
      col_tile_q <= '0;
    end else if (advance_i) begin
      phase_q <= last_o ? '0 : phase_q + 16'd1;
      row_tile_q <= last_row_tile_o ? '0 : row_tile_q + RowTileBits'(1);
      if (last_row_tile_o) begin
        col_tile_q <= last_col_tile ? '0 : col_tile_q + ColTileBits'(1);
        if (last_col_tile) layer_q <= last_layer_o ? '0 : layer_q + LayerBits'(1);
      end
    end
  end

  `NGPC_COVER(SeveralRowTiles, advance_i && !last_row_tile_o)
  `NGPC_COVER(SeveralColTiles, advance_i && last_row_tile_o && !last_col_tile)
endmodule
