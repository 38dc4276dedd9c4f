// Behind the array: the sums of the row tiles of a layer are added in order, starting from the first; the complete sum is activated and rounded once to
// fp16 (docs/timing.md, section 5).
module result_stage #(
  parameter int unsigned Cols = 16,
  parameter int unsigned TileQueries = 8,
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1
) (
  input  logic                 clk_i,
  // the result of the next edge, when sums of earlier row tiles go before it
  input  logic                 fetch_i,
  input  logic [QueryBits-1:0] fetch_query_i,
  // a result
  input  logic                 valid_i,
  input  logic [QueryBits-1:0] query_i,
  input  logic                 first_row_tile_i,
  input  logic                 last_row_tile_i,
  input  logic                 relu_i,
  input  logic [Cols*32-1:0]   sums_i,
  // outputs of a layer
  output logic                 complete_o,
  output logic [Cols*16-1:0]   values_o
);
  logic [Cols*32-1:0] partial, totals;
  logic [31:0] activated;

  assign complete_o = valid_i && last_row_tile_i;

  // The neurons of one column tile of each query: the row tiles of a column tile follow each other.
  ram_1r1w #(.Width(Cols * 32), .Words(TileQueries)) u_partial_sums (
    .clk_i,
    .write_i(valid_i && !last_row_tile_i), .write_address_i(query_i), .write_data_i(totals),
    .read_i(fetch_i), .read_address_i(fetch_query_i), .read_data_o(partial)
  );

  always_comb begin
    totals = sums_i;
    values_o = '0;
    activated = '0;
    if (valid_i) begin
      if (!first_row_tile_i) begin
        for (int unsigned c = 0; c < Cols; c++) totals[c*32 +: 32] = fp_pkg::fp32_add(partial[c*32 +: 32], sums_i[c*32 +: 32]);
      end
      if (last_row_tile_i) begin
        for (int unsigned c = 0; c < Cols; c++) begin
          activated = relu_i ? fp_pkg::fp32_relu(totals[c*32 +: 32]) : totals[c*32 +: 32];
          values_o[c*16 +: 16] = fp_pkg::fp32_to_fp16(activated);
        end
      end
    end
  end
endmodule
