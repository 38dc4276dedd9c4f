// Where a word of a level lies: its bank, and its first row there. Every map permutes the words of one word / Banks, so each of them has a row to itself.
module word_place #(
  parameter int unsigned Banks = 8,
  parameter int unsigned RowBits = 10,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned WordBits = RowBits + $clog2(Banks)
) (
  input  logic                valid_i,
  input  logic [WordBits-1:0] word_i,
  // registers
  input  logic [2:0]          bank_map_i,
  input  logic [1:0]          beat_shift_i,
  input  logic [RowBits-1:0]  base_row_i,
  output logic [BankBits-1:0] bank_o,
  output logic [RowBits-1:0]  row_o
);
  bank_map #(.Banks(Banks), .WordBits(WordBits)) u_bank_map (.valid_i, .map_i(bank_map_i), .word_i, .bank_o);

  assign row_o = base_row_i + (word_i[WordBits-1 -: RowBits] << beat_shift_i);
endmodule
