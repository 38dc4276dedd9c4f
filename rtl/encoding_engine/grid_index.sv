// Where the corners of a cell are stored, and in which order they are read. The stages are there for register retiming; the write into the index queue is the
// last of `Cycles`.
`include "ngpc_assert.svh"

module grid_index #(
  parameter int unsigned Cycles = 1,
  parameter int unsigned TagBits = 1,
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned RowBits = 10,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned PlaceBits = (WordEntries > 1) ? $clog2(WordEntries) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // registers of the engine and of the level
  input  logic                   volume_i,
  input  logic [2:0]             bank_map_i,
  input  logic [1:0]             beat_shift_i,
  input  logic                   hashed_i,
  input  logic [95:0]            strides_i,
  input  logic [31:0]            entries_i,
  input  logic [31:0]            magic_i,
  input  logic [4:0]             shift_i,
  input  logic [RowBits-1:0]     base_row_i,
  // what enters at this edge
  input  logic                   in_valid_i,
  input  logic [95:0]            in_cell_i,
  input  logic [TagBits-1:0]     in_tag_i,
  // `Cycles` - 1 edges later, corner 0 lowest
  output logic                   out_valid_o,
  output logic [95:0]            out_cell_o,
  output logic [TagBits-1:0]     out_tag_o,
  output logic [8*BankBits-1:0]  out_banks_o,
  output logic [8*RowBits-1:0]   out_rows_o,    // of the first beat
  output logic [8*PlaceBits-1:0] out_places_o,  // entry of the word
  output logic [23:0]            out_steps_o,
  output logic [7:0]             out_merged_o,
  output logic [3:0]             out_fullest_o
);
  localparam int unsigned EntryShift = $clog2(WordEntries);
  localparam int unsigned WordBits = RowBits + $clog2(Banks);

  logic [255:0] entries;
  logic [8*BankBits-1:0] banks;
  logic [8*RowBits-1:0] rows;
  logic [8*PlaceBits-1:0] places;
  logic [23:0] steps;
  logic [7:0] merged, beyond;
  logic [3:0] fullest;

  corner_entries u_entries (
    .valid_i(in_valid_i), .volume_i, .cell_i(in_cell_i), .hashed_i, .strides_i, .entries_i, .magic_i, .shift_i, .entries_o(entries)
  );

  for (genvar c = 0; c < 8; c++) begin : gen_corner
    logic [31:0] entry, word;
    assign entry = entries[c*32 +: 32];
    assign word = entry >> EntryShift;
    assign beyond[c] = (word >> WordBits) != '0;
    assign places[c*PlaceBits +: PlaceBits] = (WordEntries > 1) ? entry[PlaceBits-1:0] : '0;
    word_place #(.Banks(Banks), .RowBits(RowBits)) u_place (
      .valid_i(in_valid_i), .word_i(word[WordBits-1:0]), .bank_map_i, .beat_shift_i, .base_row_i,
      .bank_o(banks[c*BankBits +: BankBits]), .row_o(rows[c*RowBits +: RowBits])
    );
  end

  corner_schedule #(.BankBits(BankBits), .RowBits(RowBits), .Merge(WordEntries > 1)) u_schedule (
    .valid_i(in_valid_i), .volume_i, .banks_i(banks), .rows_i(rows), .steps_o(steps), .merged_o(merged), .fullest_o(fullest)
  );

  delay_pipe #(.Width(TagBits + 132 + 8 * (BankBits + RowBits + PlaceBits)), .Stages(Cycles - 1)) u_stages (
    .clk_i, .rst_ni,
    .in_valid_i, .in_data_i({in_tag_i, in_cell_i, banks, rows, places, steps, merged, fullest}),
    .out_valid_o, .out_data_o({out_tag_o, out_cell_o, out_banks_o, out_rows_o, out_places_o, out_steps_o, out_merged_o, out_fullest_o})
  );

  `NGPC_ASSERT_INIT(HasAStage, Cycles > 0)
  `NGPC_ASSERT(WordsExist, !in_valid_i || beyond == '0)
endmodule
