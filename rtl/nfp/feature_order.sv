// From what the lanes of a group hold to the feature vector of the network: feature f of level v becomes value v * F + f. With as many lanes as engines, engine e
// holds levels e, e + Engines, ... in its passes; with fewer, lane l of the group holds level l.

module feature_order #(
  parameter int unsigned Engines = 4,
  parameter int unsigned MaxPasses = 4,
  parameter int unsigned MaxFeatures = 2,
  parameter int unsigned MaxInputs = 32,
  localparam int unsigned EngineBits = MaxPasses * MaxFeatures * 16,
  localparam int unsigned IndexBits = (Engines > 1) ? $clog2(Engines) : 1
) (
  // registers
  input  logic [7:0]                    levels_i,
  input  logic [7:0]                    lanes_i,
  input  logic [3:0]                    features_i,
  // first engine of the group
  input  logic [IndexBits-1:0]          base_i,
  input  logic                          valid_i,
  input  logic [Engines*EngineBits-1:0] lanes_features_i,
  output logic [MaxInputs*16-1:0]       vector_o
);
  localparam int unsigned Levels = Engines * MaxPasses;
  localparam int unsigned LevelBits = MaxFeatures * 16;

  logic [Engines*LevelBits-1:0] first_passes, group_first;
  logic [Levels*LevelBits-1:0] by_level;

  // Pass 0 of the group's lanes, lane 0 lowest.
  always_comb begin
    for (int unsigned e = 0; e < Engines; e++) first_passes[e*LevelBits +: LevelBits] = lanes_features_i[e*EngineBits +: LevelBits];
  end
  always_comb begin
    group_first = '0;
    if (valid_i) begin
      for (int unsigned l = 0; l < Engines; l++) begin
        if (8'(l) < lanes_i) group_first[l*LevelBits +: LevelBits] = first_passes[(32'(base_i) + l)*LevelBits +: LevelBits];
      end
    end
  end

  always_comb begin
    by_level = '0;
    if (valid_i) begin
      if (lanes_i == 8'(Engines)) begin
        for (int unsigned v = 0; v < Levels; v++) begin
          by_level[v*LevelBits +: LevelBits] = lanes_features_i[(v%Engines)*EngineBits + (v/Engines)*LevelBits +: LevelBits];
        end
      end else begin
        by_level[Engines*LevelBits-1:0] = group_first;
      end
    end
  end

  always_comb begin
    vector_o = '0;
    if (valid_i) begin
      for (int unsigned f = 1; f <= MaxFeatures; f = f * 2) begin
        if (features_i == 4'(f)) begin
          for (int unsigned i = 0; i < MaxInputs; i++) begin
            if (i / f < Levels) begin
              if (8'(i / f) < levels_i) vector_o[i*16 +: 16] = by_level[(i/f)*LevelBits + (i%f)*16 +: 16];
            end
          end
        end
      end
    end
  end
endmodule
