// The MLP engine of an NFP, dataflow `broadcast`: feature buffer, phase sequencer, weight loader, MAC array and output queue (docs/timing.md, 2.3 and 5).
// The result of a step at edge t can be read, or taken from the output queue, from t + Latency on.
`include "ngpc_assert.svh"

module mlp_engine #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned MaxInputs = 32,
  parameter int unsigned MaxWidth = 64,
  parameter int unsigned MaxLayers = 6,
  parameter int unsigned MaxOutputs = 4,
  parameter int unsigned TileQueries = 8,
  parameter int unsigned Latency = 8,
  parameter int unsigned WeightLoadWidth = 16,
  parameter int unsigned WeightRows = 1024,
  parameter int unsigned FeatureDepth = 16,
  parameter int unsigned OutputDepth = 8
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          run_i,
  // register port
  input  logic                          cfg_we_i,
  input  logic [11:0]                   cfg_addr_i,
  input  logic [31:0]                   cfg_data_i,
  // weights, a row a load cycle
  input  logic                          weight_we_i,
  input  logic [31:0]                   weight_row_i,
  input  logic [WeightLoadWidth*16-1:0] weight_data_i,
  // joined queries
  input  logic                          features_valid_i,
  output logic                          features_ready_o,
  input  logic [MaxInputs*16-1:0]       features_i,
  input  logic [255:0]                  coefficients_i,
  input  logic                          last_i,
  // outputs
  output logic                          output_valid_o,
  input  logic                          output_ready_i,
  output logic [MaxOutputs*16-1:0]      output_o,
  output logic [15:0]                   output_density_o,
  // counters
  input  logic [11:0]                   perf_addr_i,
  output logic [63:0]                   perf_data_o,
  // what happens at this edge, for observers
  output logic                          obs_step_o,
  output logic [15:0]                   obs_phase_o
);
  localparam int unsigned CountBits = $clog2(MaxLayers + 1);
  localparam int unsigned SizeBits = $clog2(MaxWidth + 1);
  localparam int unsigned LayerBits = (MaxLayers > 1) ? $clog2(MaxLayers) : 1;
  localparam int unsigned RowTileBits = (MaxWidth > Rows) ? $clog2(MaxWidth / Rows) : 1;
  localparam int unsigned ColTileBits = (MaxWidth > Cols) ? $clog2(MaxWidth / Cols) : 1;
  localparam int unsigned InputBits = $clog2(Rows + 1);
  localparam int unsigned NeuronBits = $clog2(Cols + 1);
  localparam int unsigned GroupBits = $clog2(Cols / 16 + 1);
  localparam int unsigned LoadBits = $clog2(Rows * Cols / 16 + 1);
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1;
  localparam int unsigned BufferBits = MaxInputs * 16 + 256 + 1;
  localparam int unsigned TagBits = QueryBits + ColTileBits + 7;

  // Registers.
  logic [CountBits-1:0] layers;
  logic double_buffering;
  logic [MaxLayers*SizeBits-1:0] layer_inputs, layer_outputs;
  logic [MaxLayers-1:0] relu, append_direction, first_output_leaves, layer_mask;
  // Present phase.
  logic [LayerBits-1:0] layer;
  logic [RowTileBits-1:0] row_tile;
  logic [ColTileBits-1:0] col_tile;
  logic [SizeBits-1:0] phase_layer_inputs;
  logic [InputBits-1:0] phase_inputs, load_inputs;
  logic [NeuronBits-1:0] phase_neurons, load_neurons;
  logic first_phase, first_row_tile, last_row_tile, last_layer, last_phase, load_last_phase;
  // Head of the feature buffer.
  logic query_valid, query_last, buffer_ready;
  logic [MaxInputs*16-1:0] query_features;
  logic [255:0] query_coefficients;
  // Step.
  logic step, first_step, phase_done, load_next, wait_output, wait_weights, wait_dependency, weights_loaded, output_taken, queue_valid;
  logic [QueryBits-1:0] query;
  logic load;
  logic [LoadBits-1:0] load_row;
  logic [GroupBits-1:0] load_groups;
  logic [WeightLoadWidth*16-1:0] load_data;
  logic [63:0] load_cycles;
  // Array.
  logic array_valid;
  logic [InputBits-1:0] array_inputs;
  logic [NeuronBits-1:0] array_neurons;
  logic [Rows*16-1:0] operands;
  logic [Cols*32-1:0] array_sums, sums;
  // Results: what a step is about follows it, and comes an edge early to fetch what the result needs.
  logic [TagBits-1:0] step_tag, fetch_tag, result_tag;
  logic fetch_valid, fetch_first_row_tile, fetch_last_phase, result_valid, sums_valid, complete;
  logic [QueryBits-1:0] fetch_query, result_query;
  logic [ColTileBits-1:0] result_col_tile;
  logic result_first_row_tile, result_last_row_tile, result_odd_layer, result_last_layer, result_last_phase, result_relu, result_leaves;
  logic [Cols*16-1:0] result_values;

  mlp_registers #(.MaxLayers(MaxLayers), .MaxWidth(MaxWidth)) u_registers (
    .clk_i, .rst_ni, .cfg_we_i, .cfg_addr_i, .cfg_data_i,
    .layers_o(layers), .double_buffering_o(double_buffering), .inputs_o(layer_inputs), .outputs_o(layer_outputs),
    .relu_o(relu), .append_direction_o(append_direction), .first_output_leaves_o(first_output_leaves)
  );

  // Feature buffer.
  stream_fifo #(.Width(BufferBits), .Depth(FeatureDepth)) u_feature_buffer (
    .clk_i, .rst_ni,
    .in_valid_i(features_valid_i && run_i), .in_ready_o(buffer_ready), .in_data_i({last_i, coefficients_i, features_i}),
    .out_valid_o(query_valid), .out_ready_i(step && first_phase), .out_data_o({query_last, query_coefficients, query_features})
  );
  assign features_ready_o = run_i && buffer_ready;

  // Steps and loads.
  phase_walker #(.Rows(Rows), .Cols(Cols), .MaxLayers(MaxLayers), .MaxWidth(MaxWidth)) u_step_phase (
    .clk_i, .rst_ni, .layers_i(layers), .inputs_i(layer_inputs), .outputs_i(layer_outputs), .advance_i(phase_done),
    .phase_o(obs_phase_o), .layer_o(layer), .row_tile_o(row_tile), .col_tile_o(col_tile), .layer_inputs_o(phase_layer_inputs),
    .inputs_o(phase_inputs), .neurons_o(phase_neurons), .first_o(first_phase), .first_row_tile_o(first_row_tile), .last_row_tile_o(last_row_tile),
    .last_layer_o(last_layer), .last_o(last_phase)
  );
  phase_sequencer #(.TileQueries(TileQueries), .Latency(Latency), .OutputDepth(OutputDepth)) u_sequencer (
    .clk_i, .rst_ni, .run_i, .double_buffering_i(double_buffering), .first_phase_i(first_phase), .last_phase_i(last_phase),
    .query_valid_i(query_valid), .query_last_i(query_last), .weights_loaded_i(weights_loaded), .result_written_i(result_valid),
    .output_taken_i(output_taken),
    .step_o(step), .query_o(query), .first_step_o(first_step), .phase_done_o(phase_done), .load_next_o(load_next),
    .wait_output_o(wait_output), .wait_weights_o(wait_weights), .wait_dependency_o(wait_dependency)
  );
  assign obs_step_o = step;

  phase_walker #(.Rows(Rows), .Cols(Cols), .MaxLayers(MaxLayers), .MaxWidth(MaxWidth)) u_load_phase (
    .clk_i, .rst_ni, .layers_i(layers), .inputs_i(layer_inputs), .outputs_i(layer_outputs), .advance_i(load_next),
    .phase_o(), .layer_o(), .row_tile_o(), .col_tile_o(), .layer_inputs_o(),
    .inputs_o(load_inputs), .neurons_o(load_neurons), .first_o(), .first_row_tile_o(), .last_row_tile_o(), .last_layer_o(), .last_o(load_last_phase)
  );
  weight_loader #(.Rows(Rows), .Cols(Cols), .WeightLoadWidth(WeightLoadWidth), .WeightRows(WeightRows)) u_weight_loader (
    .clk_i, .rst_ni, .run_i, .weight_we_i, .weight_row_i, .weight_data_i,
    .begin_i(load_next), .inputs_i(load_inputs), .neurons_i(load_neurons), .last_phase_i(load_last_phase), .loaded_o(weights_loaded),
    .load_o(load), .load_row_o(load_row), .load_groups_o(load_groups), .load_data_o(load_data), .load_cycles_o(load_cycles)
  );

  // Operands and array: one edge after the step.
  operand_stage #(.Rows(Rows), .Cols(Cols), .MaxInputs(MaxInputs), .MaxWidth(MaxWidth), .TileQueries(TileQueries)) u_operands (
    .clk_i, .rst_ni,
    .step_i(step), .first_phase_i(first_phase), .odd_layer_i(layer[0]), .query_i(query), .row_tile_i(row_tile),
    .append_direction_i(append_direction[layer]), .layer_inputs_i(phase_layer_inputs),
    .features_i(query_features), .coefficients_i(query_coefficients),
    .write_i(complete && !result_last_layer), .write_odd_layer_i(result_odd_layer), .write_query_i(result_query), .write_col_tile_i(result_col_tile),
    .write_data_i(result_values),
    .operands_o(operands)
  );
  delay_pipe #(.Width(InputBits + NeuronBits), .Stages(1)) u_array_inputs (
    .clk_i, .rst_ni, .in_valid_i(step), .in_data_i({phase_inputs, phase_neurons}), .out_valid_o(array_valid),
    .out_data_o({array_inputs, array_neurons})
  );
  mac_array #(.Rows(Rows), .Cols(Cols), .WeightLoadWidth(WeightLoadWidth)) u_array (
    .clk_i, .load_i(load), .load_row_i(load_row), .load_groups_i(load_groups), .load_data_i(load_data), .activate_i(step && first_step),
    .valid_i(array_valid), .inputs_i(array_inputs), .neurons_i(array_neurons), .operands_i(operands), .sums_o(array_sums)
  );
  delay_pipe #(.Width(Cols * 32), .Stages(Latency - 2)) u_sums (
    .clk_i, .rst_ni, .in_valid_i(array_valid), .in_data_i(array_sums), .out_valid_o(sums_valid), .out_data_o(sums)
  );

  // Results: Latency - 1 edges after the step.
  assign step_tag = {query, col_tile, first_row_tile, last_row_tile, layer[0], last_layer, last_phase, relu[layer], first_output_leaves[layer]};
  delay_pipe #(.Width(TagBits), .Stages(Latency - 2)) u_fetch_tag (
    .clk_i, .rst_ni, .in_valid_i(step), .in_data_i(step_tag), .out_valid_o(fetch_valid), .out_data_o(fetch_tag)
  );
  delay_pipe #(.Width(TagBits), .Stages(1)) u_result_tag (
    .clk_i, .rst_ni, .in_valid_i(fetch_valid), .in_data_i(fetch_tag), .out_valid_o(result_valid), .out_data_o(result_tag)
  );
  assign fetch_query = fetch_tag[TagBits-1 -: QueryBits];
  assign fetch_first_row_tile = fetch_tag[6];
  assign fetch_last_phase = fetch_tag[2];
  assign {result_query, result_col_tile, result_first_row_tile, result_last_row_tile, result_odd_layer, result_last_layer, result_last_phase, result_relu,
          result_leaves} = result_tag;

  result_stage #(.Cols(Cols), .TileQueries(TileQueries)) u_results (
    .clk_i, .fetch_i(fetch_valid && !fetch_first_row_tile), .fetch_query_i(fetch_query),
    .valid_i(result_valid), .query_i(result_query), .first_row_tile_i(result_first_row_tile), .last_row_tile_i(result_last_row_tile),
    .relu_i(result_relu), .sums_i(sums), .complete_o(complete), .values_o(result_values)
  );

  always_comb begin
    for (int unsigned l = 0; l < MaxLayers; l++) layer_mask[l] = CountBits'(l) < layers;
  end
  output_stage #(.Cols(Cols), .MaxWidth(MaxWidth), .MaxOutputs(MaxOutputs), .TileQueries(TileQueries), .OutputDepth(OutputDepth)) u_outputs (
    .clk_i, .rst_ni, .fetch_i(fetch_valid && fetch_last_phase), .fetch_query_i(fetch_query),
    .valid_i(complete), .query_i(result_query), .col_tile_i(result_col_tile), .last_layer_i(result_last_layer), .last_phase_i(result_last_phase),
    .leaves_i(result_leaves), .any_leaves_i((first_output_leaves & layer_mask) != '0), .values_i(result_values),
    .output_valid_o(queue_valid), .output_ready_i(output_taken), .output_o, .output_density_o
  );
  assign output_valid_o = run_i && queue_valid;
  assign output_taken = output_valid_o && output_ready_i;

  mlp_account #(.Rows(Rows), .Cols(Cols)) u_account (
    .clk_i, .rst_ni, .run_i, .step_i(step), .wait_output_i(wait_output), .wait_weights_i(wait_weights), .wait_dependency_i(wait_dependency),
    .inputs_i(phase_inputs), .neurons_i(phase_neurons), .output_taken_i(output_taken), .load_cycles_i(load_cycles), .perf_addr_i, .perf_data_o
  );

  `NGPC_ASSERT_INIT(LatencyInRange, Latency >= 2)
  `NGPC_ASSERT(RegistersOnlyWhileIdle, !(run_i && (cfg_we_i || weight_we_i)))
  `NGPC_ASSERT(SumsComeWithTheirTag, sums_valid == result_valid)
  `NGPC_ASSERT_STABLE(OutputStable, output_valid_o, output_ready_i, {output_o, output_density_o})
endmodule
