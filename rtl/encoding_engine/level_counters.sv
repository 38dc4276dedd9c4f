// What the look-ups of one level did to the grid SRAM.
module level_counters (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        volume_i,
  // this edge
  input  logic        pass_i,           // a pass begins
  input  logic [7:0]  words_i,          // corners with an access of their own
  input  logic [3:0]  fullest_i,        // accesses to the fullest bank, 0: reused
  // perf port
  input  logic        perf_select_i,
  input  logic [3:0]  perf_counter_i,
  output logic [63:0] perf_data_o
);
  logic [63:0] passes_q, accesses_q;
  logic [9*64-1:0] by_fullest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      passes_q <= '0;
      accesses_q <= '0;
      by_fullest_q <= '0;
    end else if (pass_i) begin
      passes_q <= passes_q + 64'd1;
      accesses_q <= accesses_q + 64'($countones(words_i));
      by_fullest_q[fullest_i*64 +: 64] <= by_fullest_q[fullest_i*64 +: 64] + 64'd1;
    end
  end

  always_comb begin
    perf_data_o = '0;
    if (perf_select_i) begin
      unique case (perf_counter_i)
        4'd0: perf_data_o = passes_q;
        4'd1: perf_data_o = volume_i ? passes_q << 3 : passes_q << 2;
        4'd2: perf_data_o = by_fullest_q[63:0];
        4'd3: perf_data_o = accesses_q;
        4'd13, 4'd14, 4'd15: perf_data_o = '0;
        default: perf_data_o = by_fullest_q[(32'(perf_counter_i)-4)*64 +: 64];
      endcase
    end
  end
endmodule
