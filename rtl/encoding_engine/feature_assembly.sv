// Puts the features of all passes and beats of a query together. The last part goes into the output queue at the edge at which it comes.
module feature_assembly #(
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned MaxFeatures = 2,
  parameter int unsigned FeaturesPerCycle = 2,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BeatBits = (MaxFeatures > FeaturesPerCycle) ? $clog2(MaxFeatures / FeaturesPerCycle) : 1
) (
  input  logic                                clk_i,
  // the part that comes at this edge
  input  logic                                part_i,
  input  logic [PassBits-1:0]                 pass_i,
  input  logic [BeatBits-1:0]                 beat_i,
  input  logic [FeaturesPerCycle*16-1:0]      features_i,
  // with it
  output logic [MaxPasses*MaxFeatures*16-1:0] features_o   // feature f of pass p at 16 * (p * MaxFeatures + f); 0 where none came
);
  logic [MaxPasses*MaxFeatures*16-1:0] parts_q;
  int unsigned first;

  always_comb begin
    features_o = '0;
    first = 0;
    if (part_i) begin
      if (pass_i != '0 || beat_i != '0) features_o = parts_q;
      first = 32'(pass_i) * MaxFeatures + 32'(beat_i) * FeaturesPerCycle;
      features_o[first*16 +: FeaturesPerCycle*16] = features_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (part_i) parts_q <= features_o;
  end
endmodule
