// Every function of fp_pkg behind one port: operands at an edge, the result after it. fp16 numbers sit in the low half, int8 codes and exponents in the
// low byte.
module fp_unit (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [3:0]  op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  output logic [31:0] result_o
);
  typedef enum logic [3:0] {
    OpFp16ToFp32 = 4'd0,
    OpFp32ToFp16 = 4'd1,
    OpFp16MulFp32 = 4'd2,
    OpFp16Fma = 4'd3,
    OpFp32Add = 4'd4,
    OpFp32Sub = 4'd5,
    OpFp32Mul = 4'd6,
    OpFp32Fma = 4'd7,
    OpFp32Floor = 4'd8,
    OpFp32ToIndex = 4'd9,
    OpInt8ToFp16 = 4'd10,
    OpFp32Relu = 4'd11
  } op_e;

  logic [31:0] result_d;

  always_comb begin
    unique case (op_i)
      OpFp16ToFp32: result_d = fp_pkg::fp16_to_fp32(a_i[15:0]);
      OpFp32ToFp16: result_d = {16'd0, fp_pkg::fp32_to_fp16(a_i)};
      OpFp16MulFp32: result_d = fp_pkg::fp16_mul_fp32(a_i[15:0], b_i[15:0]);
      OpFp16Fma: result_d = {16'd0, fp_pkg::fp16_fma(a_i[15:0], b_i[15:0], c_i[15:0])};
      OpFp32Add: result_d = fp_pkg::fp32_add(a_i, b_i);
      OpFp32Sub: result_d = fp_pkg::fp32_sub(a_i, b_i);
      OpFp32Mul: result_d = fp_pkg::fp32_mul(a_i, b_i);
      OpFp32Fma: result_d = fp_pkg::fp32_fma(a_i, b_i, c_i);
      OpFp32Floor: result_d = fp_pkg::fp32_floor(a_i);
      OpFp32ToIndex: result_d = fp_pkg::fp32_to_index(a_i);
      OpInt8ToFp16: result_d = {16'd0, fp_pkg::int8_to_fp16(a_i[7:0], b_i[7:0])};
      OpFp32Relu: result_d = fp_pkg::fp32_relu(a_i);
      default: result_d = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_o <= '0;
    else result_o <= result_d;
  end
endmodule
