// The bank of a word (docs/timing.md, 2.1). Every map but `padded` is linear over GF(2): bit i of the bank is the parity of the bits of the word that its mask
// selects.
`include "ngpc_assert.svh"

module bank_map #(
  parameter int unsigned Banks = 8,
  parameter int unsigned WordBits = 32,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1
) (
  input  logic                valid_i,
  input  logic [2:0]          map_i,   // 0 low, 1 xor, 2 parity, 3 padded, 4 permute
  input  logic [WordBits-1:0] word_i,
  output logic [BankBits-1:0] bank_o
);
  localparam logic [2:0] Low = 3'd0;
  localparam logic [2:0] Xor = 3'd1;
  localparam logic [2:0] Parity = 3'd2;
  localparam logic [2:0] Padded = 3'd3;
  localparam logic [2:0] Permute = 3'd4;
  // Irreducible polynomial of degree BankBits without its leading term, bit i the coefficient of x^i.
  localparam logic [7:0] Polynomial = (BankBits == 1) ? 8'b1 : (BankBits == 2) ? 8'b11 : (BankBits == 3) ? 8'b011 : (BankBits == 4) ? 8'b0011 :
                                      (BankBits == 5) ? 8'b00101 : (BankBits == 6) ? 8'b000011 : (BankBits == 7) ? 8'b0000011 : 8'b00011101;

  // Masks of the bits of the bank, side by side: of bit i at i * WordBits.
  function automatic logic [BankBits*WordBits-1:0] masks_of(input logic [2:0] map);
    logic [BankBits-1:0] power;  // x^at modulo the polynomial
    logic carry;
    masks_of = '0;
    power = BankBits'(1);
    for (int unsigned at = 0; at < WordBits; at++) begin
      for (int unsigned i = 0; i < BankBits; i++) begin
        if (map == Parity) masks_of[i*WordBits+at] = power[i];
        else if (map == Xor) masks_of[i*WordBits+at] = at % BankBits == i;
        else masks_of[i*WordBits+at] = at == i || (map == Permute && at == i + BankBits);
      end
      carry = power[BankBits-1];
      power = power << 1;
      if (carry) power = power ^ Polynomial[BankBits-1:0];
    end
  endfunction

  localparam logic [BankBits*WordBits-1:0] LowMasks = masks_of(Low);
  localparam logic [BankBits*WordBits-1:0] XorMasks = masks_of(Xor);
  localparam logic [BankBits*WordBits-1:0] ParityMasks = masks_of(Parity);
  localparam logic [BankBits*WordBits-1:0] PermuteMasks = masks_of(Permute);

  logic [BankBits*WordBits-1:0] masks;
  logic [2*BankBits-1:0] groups;

  assign groups = (2*BankBits)'(word_i);

  always_comb begin
    unique case (map_i)
      Xor: masks = XorMasks;
      Parity: masks = ParityMasks;
      Permute: masks = PermuteMasks;
      default: masks = LowMasks;
    endcase
  end

  always_comb begin
    bank_o = '0;
    if (valid_i && Banks > 1) begin
      for (int unsigned i = 0; i < BankBits; i++) bank_o[i] = ^(word_i & masks[i*WordBits +: WordBits]);
      if (map_i == Padded) bank_o = groups[BankBits-1:0] + groups[2*BankBits-1:BankBits];
    end
  end

  `NGPC_ASSERT_INIT(PowerOfTwoUpTo256, Banks <= 256 && (Banks & (Banks - 1)) == 0)
endmodule
