// The cycle account of the array (docs/timing.md, 2.3): an edge is a step or waits for one reason. Edges of a wait are charged to `input_empty` until the
// wait ends with a step, and to their reasons then: where no query comes any more, nothing else was missing.
module mlp_account #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  localparam int unsigned InputBits = $clog2(Rows + 1),
  localparam int unsigned NeuronBits = $clog2(Cols + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  run_i,
  // the edge
  input  logic                  step_i,
  input  logic                  wait_output_i,
  input  logic                  wait_weights_i,
  input  logic                  wait_dependency_i,
  input  logic [InputBits-1:0]  inputs_i,           // of the phase, unpadded
  input  logic [NeuronBits-1:0] neurons_i,
  input  logic                  output_taken_i,
  input  logic [63:0]           load_cycles_i,
  // perf port
  input  logic [11:0]           perf_addr_i,
  output logic [63:0]           perf_data_o
);
  logic [63:0] steps_q, output_full_q, weights_q, dependency_q, input_empty_q, macs_useful_q, outputs_q;
  logic [63:0] open_output_q, open_weights_q, open_dependency_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      steps_q <= '0;
      output_full_q <= '0;
      weights_q <= '0;
      dependency_q <= '0;
      input_empty_q <= '0;
      macs_useful_q <= '0;
      outputs_q <= '0;
      open_output_q <= '0;
      open_weights_q <= '0;
      open_dependency_q <= '0;
    end else if (run_i) begin
      if (output_taken_i) outputs_q <= outputs_q + 64'd1;
      if (step_i) begin
        steps_q <= steps_q + 64'd1;
        macs_useful_q <= macs_useful_q + 64'(inputs_i) * 64'(neurons_i);
        output_full_q <= output_full_q + open_output_q;
        weights_q <= weights_q + open_weights_q;
        dependency_q <= dependency_q + open_dependency_q;
        input_empty_q <= input_empty_q - open_output_q - open_weights_q - open_dependency_q;
        open_output_q <= '0;
        open_weights_q <= '0;
        open_dependency_q <= '0;
      end else begin
        input_empty_q <= input_empty_q + 64'd1;
        if (wait_output_i) open_output_q <= open_output_q + 64'd1;
        if (wait_weights_i) open_weights_q <= open_weights_q + 64'd1;
        if (wait_dependency_i) open_dependency_q <= open_dependency_q + 64'd1;
      end
    end
  end

  always_comb begin
    unique case (perf_addr_i)
      12'd0: perf_data_o = steps_q;
      12'd1: perf_data_o = output_full_q;
      12'd2: perf_data_o = weights_q;
      12'd3: perf_data_o = dependency_q;
      12'd4: perf_data_o = input_empty_q;
      12'd5: perf_data_o = macs_useful_q;
      12'd6: perf_data_o = load_cycles_i;
      12'd7: perf_data_o = outputs_q;
      default: perf_data_o = '0;
    endcase
  end
endmodule
