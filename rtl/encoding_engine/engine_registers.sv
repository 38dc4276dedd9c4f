// Run-time registers of an encoding engine: what the network decides. Those of a level come out for all passes side by side, and every stage selects those
// of the pass it works on.
`include "ngpc_assert.svh"

module engine_registers #(
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned MaxFeatures = 2,
  parameter int unsigned FeaturesPerCycle = 2,
  parameter int unsigned RowBits = 10,
  parameter int unsigned OverlapWindow = 1,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BeatBits = (MaxFeatures > FeaturesPerCycle) ? $clog2(MaxFeatures / FeaturesPerCycle) : 1,
  localparam int unsigned WindowBits = $clog2(OverlapWindow + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // register port
  input  logic                         cfg_we_i,
  input  logic [11:0]                  cfg_addr_i,
  input  logic [31:0]                  cfg_data_i,
  // of the engine
  output logic [PassBits-1:0]          last_pass_o,   // PASSES - 1
  output logic                         volume_o,      // DIMS is 3
  output logic [3:0]                   features_o,
  output logic [1:0]                   beat_shift_o,  // log2 of the beats of an access
  output logic [BeatBits-1:0]          last_beat_o,   // beats - 1
  output logic [2:0]                   bank_map_o,
  output logic                         corner_reuse_o,
  output logic [WindowBits-1:0]        window_o,      // passes at the banks at once
  // of the levels
  output logic [MaxPasses*32-1:0]      scales_o,
  output logic [MaxPasses*96-1:0]      strides_o,
  output logic [MaxPasses*32-1:0]      entries_o,
  output logic [MaxPasses*32-1:0]      magics_o,
  output logic [MaxPasses*5-1:0]       shifts_o,
  output logic [MaxPasses-1:0]         hashed_o,
  output logic [MaxPasses*RowBits-1:0] base_rows_o,
  output logic [MaxPasses*8-1:0]       exponents_o
);
  localparam logic [11:0] LevelBase = 12'h100;

  logic [PassBits-1:0] last_pass_q;
  logic volume_q;
  logic [3:0] features_q;
  logic [1:0] beat_shift_q;
  logic [BeatBits-1:0] last_beat_q;
  logic [2:0] bank_map_q;
  logic corner_reuse_q;
  logic [MaxPasses*32-1:0] scales_q;
  logic [MaxPasses*96-1:0] strides_q;
  logic [MaxPasses*32-1:0] entries_q;
  logic [MaxPasses*32-1:0] magics_q;
  logic [MaxPasses*5-1:0] shifts_q;
  logic [MaxPasses-1:0] hashed_q;
  logic [MaxPasses*RowBits-1:0] base_rows_q;
  logic [MaxPasses*8-1:0] exponents_q;
  logic of_level;
  logic [7:0] level_number;
  logic [PassBits-1:0] pass;
  logic [1:0] beat_shift;

  assign of_level = cfg_addr_i >= LevelBase;
  assign level_number = cfg_addr_i[11:4] - LevelBase[11:4];
  assign pass = level_number[PassBits-1:0];

  assign last_pass_o = last_pass_q;
  assign volume_o = volume_q;
  assign features_o = features_q;
  assign beat_shift_o = beat_shift_q;
  assign last_beat_o = last_beat_q;
  assign bank_map_o = bank_map_q;
  assign corner_reuse_o = corner_reuse_q;
  assign scales_o = scales_q;
  assign strides_o = strides_q;
  assign entries_o = entries_q;
  assign magics_o = magics_q;
  assign shifts_o = shifts_q;
  assign hashed_o = hashed_q;
  assign base_rows_o = base_rows_q;
  assign exponents_o = exponents_q;

  always_comb begin
    beat_shift = 2'd0;
    for (int unsigned n = 1; n < 4; n++) begin
      if (cfg_data_i[3:0] == 4'(FeaturesPerCycle << n)) beat_shift = 2'(n);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_pass_q <= '0;
      volume_q <= 1'b0;
      features_q <= 4'd1;
      beat_shift_q <= '0;
      last_beat_q <= '0;
      bank_map_q <= '0;
      corner_reuse_q <= 1'b0;
    end else if (cfg_we_i && !of_level) begin
      unique case (cfg_addr_i)
        12'h000: last_pass_q <= PassBits'(cfg_data_i - 32'd1);
        12'h001: volume_q <= cfg_data_i[1:0] == 2'd3;
        12'h002: begin
          features_q <= cfg_data_i[3:0];
          beat_shift_q <= beat_shift;
          last_beat_q <= BeatBits'((4'd1 << beat_shift) - 4'd1);
        end
        12'h003: bank_map_q <= cfg_data_i[2:0];
        12'h004: corner_reuse_q <= cfg_data_i[0];
        default: ;
      endcase
    end
  end

  if (OverlapWindow > 1) begin : gen_window
    logic [WindowBits-1:0] window_q;
    assign window_o = window_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) window_q <= WindowBits'(1);
      else if (cfg_we_i && cfg_addr_i == 12'h005) window_q <= WindowBits'(cfg_data_i);
    end
  end else begin : gen_serial
    assign window_o = WindowBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scales_q <= '0;
      strides_q <= '0;
      entries_q <= '0;
      magics_q <= '0;
      shifts_q <= '0;
      hashed_q <= '0;
      base_rows_q <= '0;
      exponents_q <= '0;
    end else if (cfg_we_i && of_level) begin
      unique case (cfg_addr_i[3:0])
        4'h0: scales_q[pass*32 +: 32] <= cfg_data_i;
        4'h1: strides_q[pass*96 +: 32] <= cfg_data_i;
        4'h2: strides_q[pass*96+32 +: 32] <= cfg_data_i;
        4'h3: strides_q[pass*96+64 +: 32] <= cfg_data_i;
        4'h4: entries_q[pass*32 +: 32] <= cfg_data_i;
        4'h5: magics_q[pass*32 +: 32] <= cfg_data_i;
        4'h6: shifts_q[pass*5 +: 5] <= cfg_data_i[4:0];
        4'h7: hashed_q[pass] <= cfg_data_i[0];
        4'h8: base_rows_q[pass*RowBits +: RowBits] <= cfg_data_i[RowBits-1:0];
        4'h9: exponents_q[pass*8 +: 8] <= cfg_data_i[7:0];
        default: ;
      endcase
    end
  end

  `NGPC_ASSERT(LevelExists, !(cfg_we_i && of_level) || 32'(level_number) < MaxPasses)
  `NGPC_ASSERT(PassesFit, !(cfg_we_i && cfg_addr_i == 12'h000) || (cfg_data_i >= 32'd1 && cfg_data_i <= MaxPasses))
  `NGPC_ASSERT(DimsKnown, !(cfg_we_i && cfg_addr_i == 12'h001) || cfg_data_i == 32'd2 || cfg_data_i == 32'd3)
  `NGPC_ASSERT(FeaturesFit, !(cfg_we_i && cfg_addr_i == 12'h002) || ($countones(cfg_data_i) == 1 && cfg_data_i <= MaxFeatures))
  `NGPC_ASSERT(WindowFits, !(cfg_we_i && cfg_addr_i == 12'h005) || (cfg_data_i >= 32'd1 && cfg_data_i <= OverlapWindow))
  `NGPC_ASSERT(BankMapKnown, !(cfg_we_i && cfg_addr_i == 12'h003) || cfg_data_i <= 32'd4)
endmodule
