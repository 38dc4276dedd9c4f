// One neural fields processor: an eager fork to the encoding engines and the direction encoder, the join, and the MLP engine behind its feature buffer
// (docs/timing.md, section 2).
`include "ngpc_assert.svh"

module nfp #(
  parameter int unsigned Engines = 4,
  // encoding engines
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned FeaturesPerCycle = 2,
  parameter int unsigned FeatureBits = 8,
  parameter int unsigned MaxFeatures = 2,
  parameter int unsigned MaxPasses = 4,
  parameter int unsigned BankRows = 1024,
  parameter int unsigned OverlapWindow = 1,
  parameter int unsigned InputDepth = 2,
  parameter int unsigned IndexDepth = 2,
  parameter int unsigned OutputDepth = 2,
  parameter int unsigned PosFractCycles = 2,
  parameter int unsigned GridIndexCycles = 2,
  parameter int unsigned SramLatency = 2,
  parameter int unsigned InterpolateCycles = 3,
  // direction encoder
  parameter int unsigned DirInputDepth = 4,
  parameter int unsigned DirOperandDepth = 8,
  parameter int unsigned DirOutputDepth = 16,
  parameter int unsigned DirInterval = 4,
  parameter int unsigned DirLatency = 8,
  // MLP engine
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned MaxInputs = 32,
  parameter int unsigned MaxWidth = 64,
  parameter int unsigned MaxLayers = 6,
  parameter int unsigned MaxOutputs = 4,
  parameter int unsigned TileQueries = 8,
  parameter int unsigned MlpLatency = 8,
  parameter int unsigned WeightLoadWidth = 16,
  parameter int unsigned WeightRows = 1024,
  parameter int unsigned FeatureDepth = 16,
  parameter int unsigned MlpOutputDepth = 2,
  localparam int unsigned RowBits = WordEntries * FeaturesPerCycle * FeatureBits
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          run_i,
  // register port: unit, instance, register
  input  logic                          cfg_we_i,
  input  logic [23:0]                   cfg_addr_i,
  input  logic [31:0]                   cfg_data_i,
  // tables
  input  logic                          tables_loaded_i,
  input  logic                          table_we_i,
  input  logic [7:0]                    table_engine_i,
  input  logic [7:0]                    table_pass_i,
  input  logic [31:0]                   table_word_i,
  input  logic [2:0]                    table_beat_i,
  input  logic [RowBits-1:0]            table_data_i,
  // weights
  input  logic                          weight_we_i,
  input  logic [31:0]                   weight_row_i,
  input  logic [WeightLoadWidth*16-1:0] weight_data_i,
  // queries
  input  logic                          query_valid_i,
  output logic                          query_ready_o,
  input  logic [95:0]                   query_position_i,
  input  logic [95:0]                   query_direction_i,
  input  logic [31:0]                   query_ray_i,
  input  logic                          query_first_of_launch_i,
  input  logic                          query_last_i,
  // outputs
  output logic                          output_valid_o,
  input  logic                          output_ready_i,
  output logic [MaxOutputs*16-1:0]      output_o,
  output logic [15:0]                   output_density_o,
  // counters: unit, instance, counter
  input  logic [23:0]                   perf_addr_i,
  output logic [63:0]                   perf_data_o,
  // what happens at this edge, for observers; the direction encoder is the highest lane
  output logic [Engines:0]              obs_push_o,
  output logic [Engines:0]              obs_front_o,
  output logic [Engines:0]              obs_issue_o,
  output logic                          obs_join_o,
  output logic [MaxInputs*16-1:0]       obs_features_o,
  output logic [255:0]                  obs_coefficients_o,
  output logic                          obs_step_o,
  output logic [15:0]                   obs_phase_o
);
  localparam int unsigned Lanes = Engines + 1;
  localparam int unsigned EngineBits = MaxPasses * MaxFeatures * 16;
  localparam int unsigned EngineIndexBits = (Engines > 1) ? $clog2(Engines) : 1;
  localparam logic [3:0] UnitNfp = 4'd0;
  localparam logic [3:0] UnitEngine = 4'd1;
  localparam logic [3:0] UnitDirection = 4'd2;
  localparam logic [3:0] UnitMlp = 4'd3;

  logic [3:0] cfg_unit;
  logic [7:0] levels, groups, group_lanes;
  logic [3:0] features;
  logic use_direction;

  logic accept, join_now;
  logic [Engines-1:0] fork_engines, join_engines;
  logic [EngineIndexBits-1:0] join_base;
  logic [Lanes-1:0] lane_query_valid, lane_query_ready, lane_valid, lane_take;
  logic fork_ready, features_valid, features_ready, last;
  logic [Engines-1:0] lane_last;
  logic [Engines*EngineBits-1:0] lane_features;
  logic [255:0] direction_coefficients, coefficients;
  logic [MaxInputs*16-1:0] vector;
  logic [Engines*64-1:0] engine_perf;
  logic [63:0] direction_perf, mlp_perf, selected_engine_perf;
  logic [63:0] accepted_q, joined_q;

  assign cfg_unit = cfg_addr_i[23:20];

  nfp_registers u_registers (
    .clk_i, .rst_ni,
    .cfg_we_i(cfg_we_i && cfg_unit == UnitNfp), .cfg_addr_i(cfg_addr_i[11:0]), .cfg_data_i,
    .levels_o(levels), .groups_o(groups), .lanes_o(group_lanes), .features_o(features), .use_direction_o(use_direction)
  );

  // Fork.
  assign query_ready_o = run_i && fork_ready;
  assign accept = query_valid_i && query_ready_o;
  assign obs_push_o = lane_query_valid & lane_query_ready;

  group_turn #(.Engines(Engines)) u_fork_turn (
    .clk_i, .rst_ni, .groups_i(groups), .lanes_i(group_lanes), .advance_i(accept), .base_o(), .engines_o(fork_engines)
  );
  eager_fork #(.Branches(Lanes)) u_fork (
    .clk_i, .rst_ni,
    .in_valid_i(query_valid_i && run_i), .in_ready_o(fork_ready), .in_branches_i({use_direction, fork_engines}),
    .out_valid_o(lane_query_valid), .out_ready_i(lane_query_ready)
  );

  // Lanes.
  for (genvar e = 0; e < Engines; e++) begin : gen_engine
    encoding_engine #(
      .Banks(Banks), .WordEntries(WordEntries), .FeaturesPerCycle(FeaturesPerCycle), .FeatureBits(FeatureBits), .MaxFeatures(MaxFeatures),
      .MaxPasses(MaxPasses), .BankRows(BankRows), .OverlapWindow(OverlapWindow), .InputDepth(InputDepth), .IndexDepth(IndexDepth), .OutputDepth(OutputDepth),
      .PosFractCycles(PosFractCycles), .GridIndexCycles(GridIndexCycles), .SramLatency(SramLatency), .InterpolateCycles(InterpolateCycles)
    ) u_engine (
      .clk_i, .rst_ni, .run_i,
      .cfg_we_i(cfg_we_i && cfg_unit == UnitEngine && cfg_addr_i[19:12] == 8'(e)), .cfg_addr_i(cfg_addr_i[11:0]), .cfg_data_i,
      .tables_loaded_i,
      .table_we_i(table_we_i && table_engine_i == 8'(e)), .table_pass_i, .table_word_i, .table_beat_i, .table_data_i,
      .query_valid_i(lane_query_valid[e]), .query_ready_o(lane_query_ready[e]), .query_position_i, .query_last_i,
      .features_valid_o(lane_valid[e]), .features_ready_i(lane_take[e]), .features_o(lane_features[e*EngineBits +: EngineBits]),
      .features_last_o(lane_last[e]),
      .perf_addr_i(perf_addr_i[11:0]), .perf_data_o(engine_perf[e*64 +: 64]),
      .obs_front_o(obs_front_o[e]), .obs_issue_o(obs_issue_o[e])
    );
  end

  direction_encoder #(
    .InputDepth(DirInputDepth), .OperandDepth(DirOperandDepth), .OutputDepth(DirOutputDepth), .Interval(DirInterval), .Latency(DirLatency)
  ) u_direction_encoder (
    .clk_i, .rst_ni, .run_i,
    .cfg_we_i(cfg_we_i && cfg_unit == UnitDirection), .cfg_addr_i(cfg_addr_i[11:0]), .cfg_data_i,
    .query_valid_i(lane_query_valid[Engines]), .query_ready_o(lane_query_ready[Engines]), .query_direction_i, .query_ray_i, .query_first_of_launch_i,
    .coefficients_valid_o(lane_valid[Engines]), .coefficients_ready_i(lane_take[Engines]), .coefficients_o(direction_coefficients),
    .perf_addr_i(perf_addr_i[11:0]), .perf_data_o(direction_perf),
    .obs_front_o(obs_front_o[Engines]), .obs_issue_o(obs_issue_o[Engines])
  );

  // Join.
  group_turn #(.Engines(Engines)) u_join_turn (
    .clk_i, .rst_ni, .groups_i(groups), .lanes_i(group_lanes), .advance_i(join_now), .base_o(join_base), .engines_o(join_engines)
  );
  stream_join #(.Branches(Lanes)) u_join (
    .needed_i({use_direction, join_engines}), .in_valid_i(lane_valid), .in_ready_o(lane_take), .out_valid_o(features_valid), .out_ready_i(features_ready)
  );
  feature_order #(.Engines(Engines), .MaxPasses(MaxPasses), .MaxFeatures(MaxFeatures), .MaxInputs(MaxInputs)) u_feature_order (
    .levels_i(levels), .lanes_i(group_lanes), .features_i(features), .base_i(join_base), .valid_i(join_now), .lanes_features_i(lane_features),
    .vector_o(vector)
  );
  assign join_now = features_valid && features_ready;
  assign last = (lane_last & join_engines) != '0;
  assign coefficients = use_direction ? direction_coefficients : '0;
  assign obs_join_o = join_now;
  assign obs_features_o = vector;
  assign obs_coefficients_o = coefficients;

  mlp_engine #(
    .Rows(Rows), .Cols(Cols), .MaxInputs(MaxInputs), .MaxWidth(MaxWidth), .MaxLayers(MaxLayers), .MaxOutputs(MaxOutputs), .TileQueries(TileQueries),
    .Latency(MlpLatency), .WeightLoadWidth(WeightLoadWidth), .WeightRows(WeightRows), .FeatureDepth(FeatureDepth), .OutputDepth(MlpOutputDepth)
  ) u_mlp_engine (
    .clk_i, .rst_ni, .run_i,
    .cfg_we_i(cfg_we_i && cfg_unit == UnitMlp), .cfg_addr_i(cfg_addr_i[11:0]), .cfg_data_i,
    .weight_we_i, .weight_row_i, .weight_data_i,
    .features_valid_i(features_valid), .features_ready_o(features_ready), .features_i(vector), .coefficients_i(coefficients), .last_i(last),
    .output_valid_o, .output_ready_i, .output_o, .output_density_o,
    .perf_addr_i(perf_addr_i[11:0]), .perf_data_o(mlp_perf),
    .obs_step_o, .obs_phase_o
  );

  // Counters.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepted_q <= '0;
      joined_q <= '0;
    end else begin
      if (accept) accepted_q <= accepted_q + 64'd1;
      if (join_now) joined_q <= joined_q + 64'd1;
    end
  end

  always_comb begin
    selected_engine_perf = '0;
    for (int unsigned e = 0; e < Engines; e++) begin
      if (perf_addr_i[19:12] == 8'(e)) selected_engine_perf = engine_perf[e*64 +: 64];
    end
  end
  always_comb begin
    perf_data_o = '0;
    unique case (perf_addr_i[23:20])
      UnitNfp: perf_data_o = (perf_addr_i[11:0] == 12'd0) ? accepted_q : joined_q;
      UnitEngine: perf_data_o = selected_engine_perf;
      UnitDirection: perf_data_o = direction_perf;
      UnitMlp: perf_data_o = mlp_perf;
      default: perf_data_o = '0;
    endcase
  end

  `NGPC_ASSERT(RegistersOnlyWhileIdle, !(run_i && (cfg_we_i || table_we_i || weight_we_i)))
  `NGPC_ASSERT_STABLE(QueryStable, query_valid_i, query_ready_o, {query_position_i, query_direction_i, query_ray_i, query_first_of_launch_i, query_last_i})
  `NGPC_ASSERT_STABLE(OutputStable, output_valid_o, output_ready_i, {output_o, output_density_o})
  `NGPC_COVER(LanesDisagree, (lane_valid & {use_direction, join_engines}) != '0 && !features_valid)
  `NGPC_COVER(FeatureBufferFull, features_valid && !features_ready)
endmodule
