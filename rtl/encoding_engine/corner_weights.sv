// D-linear weights of the corners of a cell: fp32 product over x, y, z from 1, of the fraction for the upper corner and 1 - fraction for the lower, rounded to
// fp16 (docs/timing.md, section 5). Bit d of a corner's number stands for dimension d.
module corner_weights (
  input  logic         valid_i,
  input  logic         volume_i,
  input  logic [95:0]  fraction_i,  // x lowest
  output logic [127:0] weights_o    // fp16, corner 0 lowest; 0 beyond the corners of the cell
);
  localparam logic [31:0] One = 32'h3F80_0000;

  logic [95:0] rest;
  logic [127:0] xy;
  logic [31:0] along_x, along_y, along_z, weight;

  always_comb begin
    rest = '0;
    xy = '0;
    along_x = '0;
    along_y = '0;
    along_z = '0;
    weight = '0;
    weights_o = '0;
    if (valid_i) begin
      for (int unsigned d = 0; d < 3; d++) begin
        if (d < 2 || volume_i) rest[d*32 +: 32] = fp_pkg::fp32_sub(One, fraction_i[d*32 +: 32]);
      end
      for (int unsigned c = 0; c < 4; c++) begin
        along_x = (c % 2 != 0) ? fraction_i[31:0] : rest[31:0];
        along_y = (c / 2 != 0) ? fraction_i[63:32] : rest[63:32];
        xy[c*32 +: 32] = fp_pkg::fp32_mul(along_x, along_y);
      end
      for (int unsigned c = 0; c < 8; c++) begin
        if (c < 4 || volume_i) begin
          along_z = (c / 4 != 0) ? fraction_i[95:64] : rest[95:64];
          weight = xy[(c%4)*32 +: 32];
          if (volume_i) weight = fp_pkg::fp32_mul(weight, along_z);
          weights_o[c*16 +: 16] = fp_pkg::fp32_to_fp16(weight);
        end
      end
    end
  end
endmodule
