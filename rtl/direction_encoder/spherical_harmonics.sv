// Real spherical harmonics of degree 4 of a direction: the operations and constants of models/direction_encoder/README.md, 16 results rounded once to fp16.
// Four levels of operations with registers between them as far as there are Stages: after the second, the first, the third, and what is left behind the last,
// where a synthesis tool can retime it. Each level works only for a direction.
`include "ngpc_assert.svh"

module spherical_harmonics #(
  parameter int unsigned Stages = 3
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  // direction: x lowest
  input  logic         in_valid_i,
  input  logic [95:0]  in_direction_i,
  // coefficient i at 16 i
  output logic         out_valid_o,
  output logic [255:0] out_coefficients_o
);
  localparam logic [31:0] C0 = 32'h3E90_6EBB;
  localparam logic [31:0] C1 = 32'h3EFA_2A1C;
  localparam logic [31:0] C2 = 32'h3F8B_D8A1;
  localparam logic [31:0] C3 = 32'h3F72_3881;
  localparam logic [31:0] C4 = 32'h3EA1_7B01;
  localparam logic [31:0] C5 = 32'h3F0B_D8A1;
  localparam logic [31:0] C6 = 32'h3F17_0D19;
  localparam logic [31:0] C7 = 32'h4038_FFC7;
  localparam logic [31:0] C8 = 32'h3EEA_01E8;
  localparam logic [31:0] C9 = 32'h3EBF_10F8;
  localparam logic [31:0] C10 = 32'h3FB8_FFC7;
  localparam logic [31:0] Sign = 32'h8000_0000;
  localparam logic [31:0] One = 32'h3F80_0000;
  localparam logic [31:0] Three = 32'h4040_0000;
  localparam logic [31:0] Five = 32'h40A0_0000;

  localparam int unsigned After2 = (Stages >= 1) ? 1 : 0;
  localparam int unsigned After1 = (Stages >= 2) ? 1 : 0;
  localparam int unsigned After3 = (Stages >= 3) ? 1 : 0;
  localparam int unsigned After4 = Stages - After1 - After2 - After3;

  // 1: squares and products.
  logic [31:0] in_x, in_y, in_z, square_x, square_y, square_z, product_xy, product_xz, product_yz;
  logic valid1;
  logic [31:0] x, y, z, xx, yy, zz, xy, xz, yz;

  assign {in_z, in_y, in_x} = in_direction_i;

  always_comb begin
    {square_x, square_y, square_z, product_xy, product_xz, product_yz} = '0;
    if (in_valid_i) begin
      square_x = fp_pkg::fp32_mul(in_x, in_x);
      square_y = fp_pkg::fp32_mul(in_y, in_y);
      square_z = fp_pkg::fp32_mul(in_z, in_z);
      product_xy = fp_pkg::fp32_mul(in_x, in_y);
      product_xz = fp_pkg::fp32_mul(in_x, in_z);
      product_yz = fp_pkg::fp32_mul(in_y, in_z);
    end
  end

  delay_pipe #(.Width(9 * 32), .Stages(After1)) u_products (
    .clk_i, .rst_ni, .in_valid_i, .in_data_i({in_x, in_y, in_z, square_x, square_y, square_z, product_xy, product_xz, product_yz}),
    .out_valid_o(valid1), .out_data_o({x, y, z, xx, yy, zz, xy, xz, yz})
  );

  // 2: constants. Six results are ready.
  logic [31:0] c3_zz_d, c5_xx_d, c5_yy_d, c6_x_d, c6_y_d, c7_xy_d, c8_x_d, c8_y_d, c9_z_d, c10_z_d, xx3_d, yy3_d, zz5_d;
  logic [31:0] c3_zz, c5_xx, c5_yy, c6_x, c6_y, c7_xy, c8_x, c8_y, c9_z, c10_z, xx3, yy3, zz5, xx2, yy2, z2;
  logic [15:0] sh1_d, sh2_d, sh3_d, sh4_d, sh5_d, sh7_d;
  logic [95:0] early;
  logic valid2;

  always_comb begin
    {c3_zz_d, c5_xx_d, c5_yy_d, c6_x_d, c6_y_d, c7_xy_d, c8_x_d, c8_y_d, c9_z_d, c10_z_d, xx3_d, yy3_d, zz5_d} = '0;
    {sh1_d, sh2_d, sh3_d, sh4_d, sh5_d, sh7_d} = '0;
    if (valid1) begin
      sh1_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C1 ^ Sign, y));
      sh2_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C1, z));
      sh3_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C1 ^ Sign, x));
      sh4_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C2, xy));
      sh5_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C2 ^ Sign, yz));
      sh7_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(C2 ^ Sign, xz));
      c3_zz_d = fp_pkg::fp32_mul(C3, zz);
      c5_xx_d = fp_pkg::fp32_mul(C5, xx);
      c5_yy_d = fp_pkg::fp32_mul(C5, yy);
      c6_x_d = fp_pkg::fp32_mul(C6, x);
      c6_y_d = fp_pkg::fp32_mul(C6, y);
      c7_xy_d = fp_pkg::fp32_mul(C7, xy);
      c8_x_d = fp_pkg::fp32_mul(C8, x);
      c8_y_d = fp_pkg::fp32_mul(C8, y);
      c9_z_d = fp_pkg::fp32_mul(C9, z);
      c10_z_d = fp_pkg::fp32_mul(C10, z);
      xx3_d = fp_pkg::fp32_mul(Three, xx);
      yy3_d = fp_pkg::fp32_mul(Three, yy);
      zz5_d = fp_pkg::fp32_mul(Five, zz);
    end
  end

  delay_pipe #(.Width(96 + 16 * 32), .Stages(After2)) u_scaled (
    .clk_i, .rst_ni, .in_valid_i(valid1),
    .in_data_i({sh1_d, sh2_d, sh3_d, sh4_d, sh5_d, sh7_d,
                c3_zz_d, c5_xx_d, c5_yy_d, c6_x_d, c6_y_d, c7_xy_d, c8_x_d, c8_y_d, c9_z_d, c10_z_d, xx3_d, yy3_d, zz5_d, xx, yy, z}),
    .out_valid_o(valid2),
    .out_data_o({early, c3_zz, c5_xx, c5_yy, c6_x, c6_y, c7_xy, c8_x, c8_y, c9_z, c10_z, xx3, yy3, zz5, xx2, yy2, z2})
  );

  // 3: differences. Three more are ready.
  logic [15:0] sh6_d, sh8_d, sh10_d, sh1, sh2, sh3, sh4, sh5, sh6, sh7, sh8, sh10;
  logic [31:0] tilt_d, zonal_d, cubic_y_d, cubic_x_d, square_d;
  logic [31:0] tilt, zonal, cubic_y, cubic_x, square, scaled6_x, scaled6_y, scaled8_x, scaled8_y, scaled9_z, scaled10_z;
  logic valid3;

  always_comb begin
    {sh6_d, sh8_d, sh10_d} = '0;
    {tilt_d, zonal_d, cubic_y_d, cubic_x_d, square_d} = '0;
    if (valid2) begin
      sh6_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_sub(c3_zz, C4));
      sh8_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_sub(c5_xx, c5_yy));
      sh10_d = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(c7_xy, z2));
      tilt_d = fp_pkg::fp32_sub(One, zz5);
      zonal_d = fp_pkg::fp32_sub(zz5, Three);
      cubic_y_d = fp_pkg::fp32_sub(yy2, xx3);
      cubic_x_d = fp_pkg::fp32_sub(yy3, xx2);
      square_d = fp_pkg::fp32_sub(xx2, yy2);
    end
  end

  delay_pipe #(.Width(96 + 48 + 11 * 32), .Stages(After3)) u_factors (
    .clk_i, .rst_ni, .in_valid_i(valid2),
    .in_data_i({early, sh6_d, sh8_d, sh10_d, tilt_d, zonal_d, cubic_y_d, cubic_x_d, square_d, c6_x, c6_y, c8_x, c8_y, c9_z, c10_z}),
    .out_valid_o(valid3),
    .out_data_o({sh1, sh2, sh3, sh4, sh5, sh7, sh6, sh8, sh10, tilt, zonal, cubic_y, cubic_x, square,
                 scaled6_x, scaled6_y, scaled8_x, scaled8_y, scaled9_z, scaled10_z})
  );

  // 4: the last products.
  logic [15:0] sh0, sh9, sh11, sh12, sh13, sh14, sh15;

  always_comb begin
    {sh0, sh9, sh11, sh12, sh13, sh14, sh15} = '0;
    if (valid3) begin
      sh0 = fp_pkg::fp32_to_fp16(C0);
      sh9 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled6_y, cubic_y));
      sh11 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled8_y, tilt));
      sh12 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled9_z, zonal));
      sh13 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled8_x, tilt));
      sh14 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled10_z, square));
      sh15 = fp_pkg::fp32_to_fp16(fp_pkg::fp32_mul(scaled6_x, cubic_x));
    end
  end

  delay_pipe #(.Width(256), .Stages(After4)) u_coefficients (
    .clk_i, .rst_ni, .in_valid_i(valid3),
    .in_data_i({sh15, sh14, sh13, sh12, sh11, sh10, sh9, sh8, sh7, sh6, sh5, sh4, sh3, sh2, sh1, sh0}),
    .out_valid_o, .out_data_o(out_coefficients_o)
  );

  `NGPC_COVER(BackToBack, in_valid_i && out_valid_o)
endmodule
