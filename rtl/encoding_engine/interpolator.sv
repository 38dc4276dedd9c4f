// The features of one beat from those of the corners: acc = fma(weight, feature, acc) in fp16, corners in order from +0 (docs/timing.md, section 5). The
// stages are there for register retiming; the write into the output queue is the last of `Cycles`.
`include "ngpc_assert.svh"

module interpolator #(
  parameter int unsigned Cycles = 1,
  parameter int unsigned TagBits = 1,
  parameter int unsigned FeaturesPerCycle = 2,
  parameter int unsigned FeatureBits = 8
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // registers of the engine and of the level
  input  logic                                      volume_i,
  input  logic [3:0]                                features_i,
  input  logic [7:0]                                exponent_i,
  // what enters at this edge, corner 0 and feature 0 lowest
  input  logic                                      in_valid_i,
  input  logic [127:0]                              in_weights_i,
  input  logic [8*FeaturesPerCycle*FeatureBits-1:0] in_corners_i,
  input  logic [TagBits-1:0]                        in_tag_i,
  // `Cycles` - 1 edges later
  output logic                                      out_valid_o,
  output logic [FeaturesPerCycle*16-1:0]            out_features_o,
  output logic [TagBits-1:0]                        out_tag_o
);
  logic [FeaturesPerCycle*16-1:0] features_now;
  logic [15:0] sum, number;

  always_comb begin
    features_now = '0;
    sum = '0;
    number = '0;
    if (in_valid_i) begin
      for (int unsigned f = 0; f < FeaturesPerCycle; f++) begin
        if (4'(f) < features_i) begin
          sum = '0;
          for (int unsigned c = 0; c < 8; c++) begin
            if (c < 4 || volume_i) begin
              number = 16'(in_corners_i[(c*FeaturesPerCycle+f)*FeatureBits +: FeatureBits]);
              if (FeatureBits == 8) number = fp_pkg::int8_to_fp16(number[7:0], exponent_i);
              sum = fp_pkg::fp16_fma(in_weights_i[c*16 +: 16], number, sum);
            end
          end
          features_now[f*16 +: 16] = sum;
        end
      end
    end
  end

  if (FeatureBits != 8) begin : gen_fp16
    logic unused_exponent;
    assign unused_exponent = ^exponent_i;
  end

  delay_pipe #(.Width(TagBits + FeaturesPerCycle * 16), .Stages(Cycles - 1)) u_stages (
    .clk_i, .rst_ni,
    .in_valid_i, .in_data_i({in_tag_i, features_now}),
    .out_valid_o, .out_data_o({out_tag_o, out_features_o})
  );

  `NGPC_ASSERT_INIT(HasAStage, Cycles > 0)
  `NGPC_ASSERT_INIT(StoredTypes, FeatureBits == 8 || FeatureBits == 16)
endmodule
