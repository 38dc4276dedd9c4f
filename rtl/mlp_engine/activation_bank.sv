// Activations of the queries of a tile, one vector of MaxWidth values for each: written in groups of 16 values, read by row tiles of the array. A group is
// an SRAM of its own, and only those of the row tile are read.
module activation_bank #(
  parameter int unsigned Rows = 16,
  parameter int unsigned MaxWidth = 64,
  parameter int unsigned TileQueries = 8,
  localparam int unsigned Groups = MaxWidth / 16,
  localparam int unsigned RowTiles = MaxWidth / Rows,
  localparam int unsigned RowTileBits = (RowTiles > 1) ? $clog2(RowTiles) : 1,
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1
) (
  input  logic                   clk_i,
  // write
  input  logic [Groups-1:0]      write_groups_i,
  input  logic [QueryBits-1:0]   write_query_i,
  input  logic [MaxWidth*16-1:0] write_data_i,
  // read; the data are there after the edge
  input  logic                   read_i,
  input  logic [QueryBits-1:0]   read_query_i,
  input  logic [RowTileBits-1:0] read_row_tile_i,
  output logic [Rows*16-1:0]     read_data_o
);
  logic [MaxWidth*16-1:0] read_data;
  logic [RowTileBits-1:0] row_tile_q;

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    ram_1r1w #(.Width(256), .Words(TileQueries)) u_values (
      .clk_i,
      .write_i(write_groups_i[g]), .write_address_i(write_query_i), .write_data_i(write_data_i[g*256 +: 256]),
      .read_i(read_i && read_row_tile_i == RowTileBits'(g * 16 / Rows)), .read_address_i(read_query_i), .read_data_o(read_data[g*256 +: 256])
    );
  end

  always_ff @(posedge clk_i) begin
    if (read_i) row_tile_q <= read_row_tile_i;
  end

  always_comb begin
    read_data_o = read_data[Rows*16-1:0];
    for (int unsigned t = 1; t < RowTiles; t++) begin
      if (row_tile_q == RowTileBits'(t)) read_data_o = read_data[t*Rows*16 +: Rows*16];
    end
  end
endmodule
