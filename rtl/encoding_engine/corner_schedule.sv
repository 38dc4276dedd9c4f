// In which step of a pass each corner is read. A bank makes one access a step and reads its corners in order; with words of several entries a corner whose
// word is read for an earlier one comes with it.
module corner_schedule #(
  parameter int unsigned BankBits = 3,
  parameter int unsigned RowBits = 10,
  parameter bit Merge = 1'b0
) (
  input  logic                  valid_i,
  input  logic                  volume_i,
  input  logic [8*BankBits-1:0] banks_i,
  input  logic [8*RowBits-1:0]  rows_i,
  output logic [23:0]           steps_o,    // 3 bits a corner, corner 0 lowest
  output logic [7:0]            merged_o,   // no access of its own
  output logic [3:0]            fullest_o   // accesses to the fullest bank: the steps there are
);
  (* mem2reg *) logic [BankBits-1:0] bank [8];
  (* mem2reg *) logic [RowBits-1:0] row [8];
  (* mem2reg *) logic [2:0] step [8];

  always_comb begin
    steps_o = '0;
    merged_o = '0;
    fullest_o = '0;
    for (int unsigned c = 0; c < 8; c++) begin
      bank[c] = '0;
      row[c] = '0;
      step[c] = '0;
    end
    if (valid_i) begin
      for (int unsigned c = 0; c < 8; c++) begin
        bank[c] = banks_i[c*BankBits +: BankBits];
        row[c] = rows_i[c*RowBits +: RowBits];
      end
      if (Merge) begin
        for (int unsigned c = 0; c < 8; c++) begin
          for (int unsigned b = 0; b < c; b++) begin
            if (bank[b] == bank[c] && row[b] == row[c]) merged_o[c] = 1'b1;
          end
        end
      end
      for (int unsigned c = 0; c < 8; c++) begin
        for (int unsigned b = 0; b < c; b++) begin
          if (bank[b] == bank[c] && !merged_o[b] && !merged_o[c]) step[c] = step[c] + 3'd1;
          if (bank[b] == bank[c] && row[b] == row[c] && !merged_o[b] && merged_o[c]) step[c] = step[b];
        end
        steps_o[c*3 +: 3] = step[c];
        if ((c < 4 || volume_i) && fullest_o <= {1'b0, step[c]}) fullest_o = {1'b0, step[c]} + 4'd1;
      end
    end
  end
endmodule
