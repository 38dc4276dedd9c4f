// The array of multiply-accumulate units: columns side by side, all given the same inputs. A query is one combinational pass; the registers that the
// latency allows stand behind it. Columns without a neuron give +0.
`include "ngpc_assert.svh"

module mac_array #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned WeightLoadWidth = 16,
  localparam int unsigned Groups = Cols / 16,
  localparam int unsigned InputBits = $clog2(Rows + 1),
  localparam int unsigned NeuronBits = $clog2(Cols + 1),
  localparam int unsigned GroupBits = $clog2(Groups + 1),
  localparam int unsigned LoadBits = $clog2(Rows * Groups + 1)
) (
  input  logic                          clk_i,
  // weights
  input  logic                          load_i,
  input  logic [LoadBits-1:0]           load_row_i,
  input  logic [GroupBits-1:0]          load_groups_i,
  input  logic [WeightLoadWidth*16-1:0] load_data_i,
  input  logic                          activate_i,
  // a query
  input  logic                          valid_i,
  input  logic [InputBits-1:0]          inputs_i,
  input  logic [NeuronBits-1:0]         neurons_i,
  input  logic [Rows*16-1:0]            operands_i,
  output logic [Cols*32-1:0]            sums_o
);
  localparam int unsigned Segments = WeightLoadWidth / 16;
  localparam int unsigned PlaceBits = (Segments > 1) ? $clog2(Segments) : 1;

  logic [Rows*PlaceBits-1:0] places;
  logic [Groups*Rows-1:0] load_rows;
  logic [Rows-1:0] leaves;

  weight_spread #(.Rows(Rows), .Cols(Cols), .Segments(Segments)) u_spread (
    .load_i, .load_row_i, .load_groups_i, .places_o(places), .rows_o(load_rows)
  );

  always_comb begin
    leaves = '0;
    if (valid_i) begin
      for (int unsigned r = 0; r < Rows; r++) leaves[r] = InputBits'(r) < inputs_i;
    end
  end

  for (genvar c = 0; c < Cols; c++) begin : gen_column
    localparam int unsigned Group = c / 16;
    localparam int unsigned Lane = c % 16;
    logic [Segments*16-1:0] lane_data;

    always_comb begin
      for (int unsigned s = 0; s < Segments; s++) lane_data[s*16 +: 16] = '0;
      if (load_i) begin
        for (int unsigned s = 0; s < Segments; s++) lane_data[s*16 +: 16] = load_data_i[((s + Group) % Segments)*256 + Lane*16 +: 16];
      end
    end

    mac_column #(.Rows(Rows), .Segments(Segments)) u_column (
      .clk_i,
      .load_i, .load_rows_i(load_rows[Group*Rows +: Rows]), .load_places_i(places), .load_data_i(lane_data), .activate_i,
      .valid_i(valid_i && NeuronBits'(c) < neurons_i), .leaves_i(leaves), .operands_i, .sum_o(sums_o[c*32 +: 32])
    );
  end

  `NGPC_ASSERT_INIT(RowsAreAPowerOfTwo, Rows >= 16 && (Rows & (Rows - 1)) == 0)
  `NGPC_ASSERT_INIT(ColsAreAPowerOfTwo, Cols >= 16 && (Cols & (Cols - 1)) == 0)
endmodule
