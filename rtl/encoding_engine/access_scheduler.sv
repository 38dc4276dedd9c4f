// The issue stage: serves one query at a time from the head of the index queue, pass by pass, and makes the first access at the very edge of its issue. A pass
// takes as many steps a beat as its fullest bank has accesses; one whose corners are in the registers takes one step a beat and makes no access. Beats are the
// outer loop, so that the corners of a beat are complete when the interpolator takes them.
`include "ngpc_assert.svh"

module access_scheduler #(
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned BeatBits = 1,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // registers
  input  logic                volume_i,
  input  logic [BeatBits-1:0] last_beat_i,
  input  logic                corner_reuse_i,
  input  logic                tables_loaded_i,
  // head of the index queue: a pass
  input  logic                record_valid_i,
  output logic                record_ready_o,
  input  logic                record_final_i,
  input  logic [PassBits-1:0] record_pass_i,
  input  logic [95:0]         record_cell_i,
  input  logic [23:0]         record_steps_i,
  input  logic [7:0]          record_merged_i,
  input  logic [3:0]          record_fullest_i,
  // places of the output queue
  input  logic                output_available_i,
  output logic                issue_o,       // a query's first access
  // the step at this edge
  output logic                step_o,
  output logic [BeatBits-1:0] beat_o,
  output logic                reuse_o,
  output logic [7:0]          accesses_o,    // corners with an access of their own
  output logic [7:0]          served_o,      // corners whose word is read
  output logic                beat_done_o,   // the corners of this beat are complete with it
  output logic                query_done_o,
  // accounts
  output logic                busy_o,        // this step would be made whatever the banks do
  output logic                pass_begun_o,
  output logic [3:0]          fullest_o,     // of the pass, 0 where reused
  output logic [7:0]          words_o        // of the pass: corners with an access of their own
);
  logic [7:0] corners;
  logic [BeatBits-1:0] beat_q, beat_d;
  logic [3:0] step_q, step_d;               // of this beat
  logic [BeatBits:0] charged_q, charged_d;  // busy edges of this pass so far
  logic serving_q, serving_d, same_cell, pass_done;

  kept_cells #(.MaxPasses(MaxPasses)) u_kept_cells (
    .clk_i, .rst_ni, .forget_i(tables_loaded_i), .valid_i(step_o && corner_reuse_i), .pass_i(record_pass_i), .cell_i(record_cell_i), .same_o(same_cell),
    .keep_i(pass_done && corner_reuse_i)
  );

  assign corners = volume_i ? 8'hFF : 8'h0F;
  assign issue_o = !serving_q && record_valid_i && output_available_i;
  assign step_o = serving_q || issue_o;
  assign reuse_o = same_cell;
  assign beat_o = beat_q;
  assign fullest_o = reuse_o ? 4'd0 : record_fullest_i;
  assign words_o = reuse_o ? 8'd0 : corners & ~record_merged_i;
  assign accesses_o = served_o & ~record_merged_i;
  assign beat_done_o = step_o && (reuse_o || step_q + 4'd1 == record_fullest_i);
  assign pass_begun_o = step_o && step_q == '0 && beat_q == '0;
  assign pass_done = beat_done_o && beat_q == last_beat_i;
  assign query_done_o = pass_done && record_final_i;
  assign record_ready_o = pass_done;
  assign busy_o = charged_q <= {1'b0, last_beat_i};

  always_comb begin
    served_o = '0;
    if (step_o && !reuse_o) begin
      for (int unsigned c = 0; c < 8; c++) served_o[c] = corners[c] && {1'b0, record_steps_i[c*3 +: 3]} == step_q;
    end
  end

  always_comb begin
    serving_d = serving_q;
    beat_d = beat_q;
    step_d = step_q;
    charged_d = charged_q;
    if (step_o) begin
      serving_d = !query_done_o;
      step_d = step_q + 4'd1;
      if (busy_o) charged_d = charged_q + (BeatBits+1)'(1);
    end
    if (beat_done_o) begin
      step_d = '0;
      beat_d = beat_q + BeatBits'(1);
    end
    if (pass_done) begin
      beat_d = '0;
      charged_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      serving_q <= 1'b0;
      beat_q <= '0;
      step_q <= '0;
      charged_q <= '0;
    end else begin
      serving_q <= serving_d;
      beat_q <= beat_d;
      step_q <= step_d;
      charged_q <= charged_d;
    end
  end

  `NGPC_ASSERT(PassesFollowEachOther, !serving_q || record_valid_i)
  `NGPC_ASSERT(NoStepBeyondTheLast, !step_o || reuse_o || step_q < record_fullest_i)
  `NGPC_ASSERT(LoadedWhileEmpty, !tables_loaded_i || !(serving_q || record_valid_i))
  `NGPC_COVER(WaitsForOutputQueue, record_valid_i && !serving_q && !output_available_i)
  `NGPC_COVER(AllCornersInOneBank, pass_done && fullest_o == 4'd8)
  `NGPC_COVER(Reused, pass_done && reuse_o)
endmodule
