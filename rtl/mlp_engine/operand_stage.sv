// The inputs of a step. The first phase takes them from the feature buffer and keeps them in activation memory, because later phases of the first layer
// need them and the place in the buffer is freed by that step. Layer l reads bank l mod 2 and writes the other one. Where a layer appends the direction,
// the coefficients are its last 16 inputs; they are not stored a second time, they replace what the bank gives there.
`include "ngpc_assert.svh"

module operand_stage #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned MaxInputs = 32,
  parameter int unsigned MaxWidth = 64,
  parameter int unsigned TileQueries = 8,
  localparam int unsigned SizeBits = $clog2(MaxWidth + 1),
  localparam int unsigned RowTileBits = (MaxWidth > Rows) ? $clog2(MaxWidth / Rows) : 1,
  localparam int unsigned ColTiles = MaxWidth / Cols,
  localparam int unsigned ColTileBits = (MaxWidth > Cols) ? $clog2(MaxWidth / Cols) : 1,
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // step
  input  logic                    step_i,
  input  logic                    first_phase_i,
  input  logic                    odd_layer_i,
  input  logic [QueryBits-1:0]    query_i,
  input  logic [RowTileBits-1:0]  row_tile_i,
  input  logic                    append_direction_i,
  input  logic [SizeBits-1:0]     layer_inputs_i,
  // head of the feature buffer
  input  logic [MaxInputs*16-1:0] features_i,
  input  logic [255:0]            coefficients_i,
  // outputs of a layer
  input  logic                    write_i,
  input  logic                    write_odd_layer_i,    // whose outputs they are
  input  logic [QueryBits-1:0]    write_query_i,
  input  logic [ColTileBits-1:0]  write_col_tile_i,
  input  logic [Cols*16-1:0]      write_data_i,
  // inputs of the last step
  output logic [Rows*16-1:0]      operands_o
);
  localparam int unsigned Groups = MaxWidth / 16;

  logic [MaxWidth*16-1:0] outputs;
  logic [Groups-1:0] write_groups;
  logic [Rows*16-1:0] features_q, even_data, odd_data, stored;
  logic [255:0] coefficients_q, stored_coefficients, coefficients;
  logic first_phase_q, odd_layer_q, append_direction_q;
  logic [RowTileBits-1:0] row_tile_q;
  logic [SizeBits-1:0] direction_first_q, row_first;
  logic read, keep;

  assign keep = step_i && first_phase_i;
  assign read = step_i && !first_phase_i;
  assign outputs = {ColTiles{write_data_i}};
  for (genvar g = 0; g < Groups; g++) begin : gen_write
    assign write_groups[g] = write_i && write_col_tile_i == ColTileBits'(g * 16 / Cols);
  end

  activation_bank #(.Rows(Rows), .MaxWidth(MaxWidth), .TileQueries(TileQueries)) u_even (
    .clk_i,
    .write_groups_i(keep ? '1 : write_odd_layer_i ? write_groups : '0), .write_query_i(keep ? query_i : write_query_i),
    .write_data_i(keep ? (MaxWidth * 16)'(features_i) : outputs),
    .read_i(read && !odd_layer_i), .read_query_i(query_i), .read_row_tile_i(row_tile_i), .read_data_o(even_data)
  );
  activation_bank #(.Rows(Rows), .MaxWidth(MaxWidth), .TileQueries(TileQueries)) u_odd (
    .clk_i,
    .write_groups_i(write_odd_layer_i ? '0 : write_groups), .write_query_i, .write_data_i(outputs),
    .read_i(read && odd_layer_i), .read_query_i(query_i), .read_row_tile_i(row_tile_i), .read_data_o(odd_data)
  );
  ram_1r1w #(.Width(256), .Words(TileQueries)) u_coefficients (
    .clk_i,
    .write_i(keep), .write_address_i(query_i), .write_data_i(coefficients_i),
    .read_i(read && append_direction_i), .read_address_i(query_i), .read_data_o(stored_coefficients)
  );

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      first_phase_q <= first_phase_i;
      odd_layer_q <= odd_layer_i;
      append_direction_q <= append_direction_i;
      row_tile_q <= row_tile_i;
      direction_first_q <= layer_inputs_i - SizeBits'(16);
    end
    if (keep) begin
      features_q <= (Rows * 16)'(features_i);
      coefficients_q <= coefficients_i;
    end
  end

  // Coefficient n is input direction_first + n. Row tiles begin at multiples of 16, so it is in row (direction_first + n) mod 16 of 16 rows, whatever the tile.
  assign stored = first_phase_q ? features_q : odd_layer_q ? odd_data : even_data;
  assign coefficients = first_phase_q ? coefficients_q : stored_coefficients;
  assign row_first = SizeBits'(row_tile_q * Rows);

  always_comb begin
    operands_o = stored;
    if (append_direction_q) begin
      for (int unsigned r = 0; r < Rows; r++) begin
        if (row_first + SizeBits'(r) >= direction_first_q) begin
          operands_o[r*16 +: 16] = coefficients[{4'(r) - direction_first_q[3:0], 4'd0} +: 16];
        end
      end
    end
  end

  `NGPC_ASSERT_INIT(InputsFitTheMemory, MaxInputs <= MaxWidth)
  `NGPC_ASSERT_INIT(WholeTiles, MaxWidth % Rows == 0 && MaxWidth % Cols == 0)
  `NGPC_ASSERT(OneWriterAtATime, !(keep && write_i && write_odd_layer_i))
  `NGPC_ASSERT(RoomForTheDirection, !(step_i && append_direction_i) || layer_inputs_i >= SizeBits'(16))
  `NGPC_COVER(DirectionAcrossGroups, step_i && append_direction_i && layer_inputs_i[3:0] != '0)
  `NGPC_COVER(FeaturesReadAgain, read && !odd_layer_i)
endmodule
