// Hands one item to every branch that wants it, to each when it can take it; the item is released when the last one took it. A done bit per branch remembers who
// has it already. `in_ready_o` depends on registers only, as long as the branches' ready does.
`include "ngpc_assert.svh"

module eager_fork #(
  parameter int unsigned Branches = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // input; `in_branches_i` says which branches the item goes to
  input  logic                in_valid_i,
  output logic                in_ready_o,
  input  logic [Branches-1:0] in_branches_i,
  // branches
  output logic [Branches-1:0] out_valid_o,
  input  logic [Branches-1:0] out_ready_i
);
  logic [Branches-1:0] done_d, done_q;

  assign out_valid_o = {Branches{in_valid_i}} & in_branches_i & ~done_q;
  assign in_ready_o = (in_branches_i & ~done_q & ~out_ready_i) == '0;

  always_comb begin
    done_d = done_q | (out_valid_o & out_ready_i);
    if (in_valid_i && in_ready_o) done_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= '0;
    else done_q <= done_d;
  end

  `NGPC_ASSERT(DoneIsWanted, (done_q & ~in_branches_i) == '0 || done_q == '0)
  `NGPC_COVER(SomeButNotAll, done_q != '0)
endmodule
