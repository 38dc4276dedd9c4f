// The way of the accesses of one step to their banks: at most one a bank.
module bank_route #(
  parameter int unsigned Banks = 8,
  parameter int unsigned RowBits = 10,
  parameter int unsigned BeatBits = 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1
) (
  // corner 0 lowest
  input  logic                     step_i,
  input  logic [7:0]               accesses_i,
  input  logic [8*BankBits-1:0]    banks_i,
  input  logic [8*RowBits-1:0]     rows_i,     // of the first beat
  input  logic [BeatBits-1:0]      beat_i,
  // bank 0 lowest
  output logic [Banks-1:0]         access_o,
  output logic [Banks*RowBits-1:0] rows_o
);
  logic [BankBits-1:0] bank;

  always_comb begin
    access_o = '0;
    rows_o = '0;
    bank = '0;
    if (step_i) begin
      for (int unsigned c = 0; c < 8; c++) begin
        if (accesses_i[c]) begin
          bank = banks_i[c*BankBits +: BankBits];
          access_o[bank] = 1'b1;
          rows_o[bank*RowBits +: RowBits] = rows_i[c*RowBits +: RowBits] + RowBits'(beat_i);
        end
      end
    end
  end
endmodule
