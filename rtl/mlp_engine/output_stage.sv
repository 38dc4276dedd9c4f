// The record that leaves the NFP for a query: the outputs of the last layer, and the first output of the layer that is marked so (the log density). Parts
// that come before the last phase wait in memory; the last phase completes the record and puts it into the output queue, where the step has reserved a
// place.
`include "ngpc_assert.svh"

module output_stage #(
  parameter int unsigned Cols = 16,
  parameter int unsigned MaxWidth = 64,
  parameter int unsigned MaxOutputs = 4,
  parameter int unsigned TileQueries = 8,
  parameter int unsigned OutputDepth = 8,
  localparam int unsigned ColTileBits = (MaxWidth > Cols) ? $clog2(MaxWidth / Cols) : 1,
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // the result of the next edge, when it is the last of its query
  input  logic                     fetch_i,
  input  logic [QueryBits-1:0]     fetch_query_i,
  // outputs of a layer
  input  logic                     valid_i,
  input  logic [QueryBits-1:0]     query_i,
  input  logic [ColTileBits-1:0]   col_tile_i,
  input  logic                     last_layer_i,
  input  logic                     last_phase_i,
  input  logic                     leaves_i,          // the layer's first output is the density
  input  logic                     any_leaves_i,      // there is such a layer
  input  logic [Cols*16-1:0]       values_i,
  // output queue
  output logic                     output_valid_o,
  input  logic                     output_ready_i,
  output logic [MaxOutputs*16-1:0] output_o,
  output logic [15:0]              output_density_o
);
  localparam int unsigned Tiles = (MaxOutputs + Cols - 1) / Cols;

  logic density_now, queue_ready;
  logic [15:0] kept_density, density;
  logic [MaxOutputs*16-1:0] outputs;

  assign density_now = leaves_i && col_tile_i == '0;
  ram_1r1w #(.Width(16), .Words(TileQueries)) u_density (
    .clk_i,
    .write_i(valid_i && density_now), .write_address_i(query_i), .write_data_i(values_i[15:0]),
    .read_i(fetch_i && any_leaves_i), .read_address_i(fetch_query_i), .read_data_o(kept_density)
  );
  assign density = density_now ? values_i[15:0] : any_leaves_i ? kept_density : '0;

  for (genvar t = 0; t < Tiles; t++) begin : gen_tile
    localparam int unsigned Bits = (t + 1 < Tiles) ? Cols * 16 : (MaxOutputs - t * Cols) * 16;
    logic [Cols*16-1:0] earlier;
    if (t + 1 < Tiles) begin : gen_kept
      logic [Cols*16-1:0] kept;
      ram_1r1w #(.Width(Cols * 16), .Words(TileQueries)) u_outputs (
        .clk_i,
        .write_i(valid_i && last_layer_i && !last_phase_i && col_tile_i == ColTileBits'(t)), .write_address_i(query_i), .write_data_i(values_i),
        .read_i(fetch_i), .read_address_i(fetch_query_i), .read_data_o(kept)
      );
      assign earlier = col_tile_i > ColTileBits'(t) ? kept : '0;
    end else begin : gen_none
      assign earlier = '0;
    end
    assign outputs[t*Cols*16 +: Bits] = Bits'(col_tile_i == ColTileBits'(t) ? values_i : earlier);
  end

  stream_fifo #(.Width(MaxOutputs * 16 + 16), .Depth(OutputDepth)) u_queue (
    .clk_i, .rst_ni,
    .in_valid_i(valid_i && last_phase_i), .in_ready_o(queue_ready), .in_data_i({density, outputs}),
    .out_valid_o(output_valid_o), .out_ready_i(output_ready_i), .out_data_o({output_density_o, output_o})
  );

  `NGPC_ASSERT_INIT(OutputsFitTheLayers, MaxOutputs <= MaxWidth)
  `NGPC_ASSERT(PlaceWasReserved, !(valid_i && last_phase_i) || queue_ready)
  `NGPC_ASSERT(OutputsFit, !(valid_i && last_layer_i) || 32'(col_tile_i) < Tiles)
endmodule
