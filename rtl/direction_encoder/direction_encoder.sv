// The direction encoder as a lane of the NFP: from directions to 16 coefficients (docs/timing.md, 2 and 2.1).
//
//   input queue - operand queue - service of Interval edges - spherical_harmonics - output queue
//
// A query of the ray of the one before it takes one edge and repeats the last result, which waits behind the pipeline: results leave it in order. The unit
// evaluates a direction as a whole, and Interval is how often it may: an evaluation's operands stand still for all of it.
`include "ngpc_assert.svh"

module direction_encoder #(
  parameter int unsigned InputDepth = 4,
  parameter int unsigned OperandDepth = 8,
  parameter int unsigned OutputDepth = 16,
  parameter int unsigned Interval = 4,
  parameter int unsigned Latency = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         run_i,
  // register port
  input  logic         cfg_we_i,
  input  logic [11:0]  cfg_addr_i,
  input  logic [31:0]  cfg_data_i,
  // queries
  input  logic         query_valid_i,
  output logic         query_ready_o,
  input  logic [95:0]  query_direction_i,
  input  logic [31:0]  query_ray_i,
  input  logic         query_first_of_launch_i,
  // coefficients
  output logic         coefficients_valid_o,
  input  logic         coefficients_ready_i,
  output logic [255:0] coefficients_o,
  // counters
  input  logic [11:0]  perf_addr_i,
  output logic [63:0]  perf_data_o,
  // what happens at this edge, for observers
  output logic         obs_front_o,
  output logic         obs_issue_o
);
  localparam int unsigned ServiceBits = $clog2(Interval + 1);

  // Registers.
  logic per_ray_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) per_ray_q <= 1'b0;
    else if (cfg_we_i && cfg_addr_i == 12'h000) per_ray_q <= cfg_data_i != '0;
  end

  // Front: tells repeats from evaluations. Its one edge is the write into the operand queue, whose places are therefore the credits of the front pipeline.
  logic input_ready, query_valid, query_first, front, operand_ready, evaluates;
  logic [95:0] query_direction;
  logic [31:0] query_ray, last_ray_q;
  logic any_ray_q;

  assign query_ready_o = run_i && input_ready;
  assign front = query_valid && operand_ready;
  assign evaluates = !per_ray_q || !any_ray_q || query_first || query_ray != last_ray_q;
  assign obs_front_o = front;

  stream_fifo #(.Width(129), .Depth(InputDepth)) u_input_queue (
    .clk_i, .rst_ni,
    .in_valid_i(query_valid_i && run_i), .in_ready_o(input_ready), .in_data_i({query_first_of_launch_i, query_ray_i, query_direction_i}),
    .out_valid_o(query_valid), .out_ready_i(operand_ready), .out_data_o({query_first, query_ray, query_direction})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) any_ray_q <= 1'b0;
    else if (front) any_ray_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (front) last_ray_q <= query_ray;
  end

  // Issue and service.
  logic operand_valid, operand_evaluates, output_available, issue, step, last_step;
  logic [95:0] operand_direction;
  logic [ServiceBits-1:0] left_q, left_d;  // edges of the service that are still to come

  stream_fifo #(.Width(97), .Depth(OperandDepth)) u_operand_queue (
    .clk_i, .rst_ni,
    .in_valid_i(query_valid), .in_ready_o(operand_ready), .in_data_i({evaluates, query_direction}),
    .out_valid_o(operand_valid), .out_ready_i(issue), .out_data_o({operand_evaluates, operand_direction})
  );
  credit_counter #(.Credits(OutputDepth)) u_output_credits (
    .clk_i, .rst_ni, .take_i(issue), .give_i(coefficients_valid_o && coefficients_ready_i), .available_o(output_available)
  );

  assign issue = operand_valid && output_available && left_q == '0;
  assign step = issue || left_q != '0;
  assign last_step = step && left_d == '0;
  assign obs_issue_o = issue;

  always_comb begin
    left_d = '0;
    if (issue && operand_evaluates) left_d = ServiceBits'(Interval - 1);
    else if (left_q != '0) left_d = left_q - ServiceBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else left_q <= left_d;
  end

  // Evaluation.
  logic entering_evaluates, result_valid, result_evaluated, evaluated_valid, output_ready;
  logic [95:0] direction;
  logic [255:0] evaluated, last_result_q, result;

  if (Interval > 1) begin : gen_operand_register
    logic [95:0] direction_q;

    always_ff @(posedge clk_i) begin
      if (issue && operand_evaluates) direction_q <= operand_direction;
    end
    assign direction = direction_q;
    assign entering_evaluates = last_step && !issue;
  end else begin : gen_operand_from_queue
    assign direction = operand_direction;
    assign entering_evaluates = issue && operand_evaluates;
  end

  spherical_harmonics #(.Stages(Latency - 1)) u_spherical_harmonics (
    .clk_i, .rst_ni, .in_valid_i(entering_evaluates), .in_direction_i(direction), .out_valid_o(evaluated_valid), .out_coefficients_o(evaluated)
  );
  delay_pipe #(.Width(1), .Stages(Latency - 1)) u_results (
    .clk_i, .rst_ni, .in_valid_i(last_step), .in_data_i(entering_evaluates), .out_valid_o(result_valid), .out_data_o(result_evaluated)
  );

  assign result = result_evaluated ? evaluated : last_result_q;

  always_ff @(posedge clk_i) begin
    if (evaluated_valid) last_result_q <= evaluated;
  end

  stream_fifo #(.Width(256), .Depth(OutputDepth)) u_output_queue (
    .clk_i, .rst_ni,
    .in_valid_i(result_valid), .in_ready_o(output_ready), .in_data_i(result),
    .out_valid_o(coefficients_valid_o), .out_ready_i(coefficients_ready_i), .out_data_o(coefficients_o)
  );

  // Counters.
  logic [63:0] busy, conflict, output_full, input_empty, queries, evaluations_q;

  lane_account u_account (
    .clk_i, .rst_ni, .run_i, .step_i(step), .busy_i(issue), .issue_i(issue), .output_available_i(output_available),
    .busy_o(busy), .conflict_o(conflict), .output_full_o(output_full), .input_empty_o(input_empty), .queries_o(queries)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) evaluations_q <= '0;
    else if (issue && operand_evaluates) evaluations_q <= evaluations_q + 64'd1;
  end

  always_comb begin
    unique case (perf_addr_i)
      12'd0: perf_data_o = busy;
      12'd1: perf_data_o = conflict;
      12'd2: perf_data_o = output_full;
      12'd3: perf_data_o = input_empty;
      12'd4: perf_data_o = queries;
      12'd5: perf_data_o = evaluations_q;
      default: perf_data_o = '0;
    endcase
  end

  `NGPC_ASSERT_INIT(Sizes, Interval > 0 && Latency > 0)
  `NGPC_ASSERT(ResultHasAPlace, !result_valid || output_ready)
  `NGPC_ASSERT(EvaluationsComeOut, evaluated_valid == (result_valid && result_evaluated))
  `NGPC_COVER(RepeatBehindEvaluation, issue && !operand_evaluates && result_valid && result_evaluated)
  `NGPC_COVER(WaitsForAPlace, operand_valid && left_q == '0 && !output_available)
  `NGPC_COVER(OperandQueueFull, query_valid && !operand_ready)
endmodule
