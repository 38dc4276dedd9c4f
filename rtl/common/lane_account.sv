// Edges of the issue stage by reason (docs/timing.md, 2.2). Edges without a place in the output queue are charged to it once a query comes after them; until
// then they show as edges without input.
module lane_account (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        run_i,
  // this edge
  input  logic        step_i,
  input  logic        busy_i,
  input  logic        issue_i,
  input  logic        output_available_i,
  // counters
  output logic [63:0] busy_o,
  output logic [63:0] conflict_o,
  output logic [63:0] output_full_o,
  output logic [63:0] input_empty_o,
  output logic [63:0] queries_o
);
  logic [63:0] busy_q, conflict_q, output_full_q, input_empty_q, queries_q, waiting_q;

  assign busy_o = busy_q;
  assign conflict_o = conflict_q;
  assign output_full_o = output_full_q;
  assign input_empty_o = input_empty_q + waiting_q;
  assign queries_o = queries_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= '0;
      conflict_q <= '0;
      output_full_q <= '0;
      input_empty_q <= '0;
      queries_q <= '0;
      waiting_q <= '0;
    end else if (run_i) begin
      if (step_i && busy_i) busy_q <= busy_q + 64'd1;
      if (step_i && !busy_i) conflict_q <= conflict_q + 64'd1;
      if (!step_i && output_available_i) input_empty_q <= input_empty_q + 64'd1;
      if (!step_i && !output_available_i) waiting_q <= waiting_q + 64'd1;
      if (issue_i) begin
        queries_q <= queries_q + 64'd1;
        output_full_q <= output_full_q + waiting_q;
        waiting_q <= '0;
      end
    end
  end
endmodule
