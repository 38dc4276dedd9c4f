// The places of a queue at the end of a pipeline, reserved at its entry (docs/timing.md, rule 1.3). A credit given back at edge t can be taken at t + 1.
`include "ngpc_assert.svh"

module credit_counter #(
  parameter int unsigned Credits = 2
) (
  input  logic clk_i,
  input  logic rst_ni,
  // one credit each
  input  logic take_i,
  input  logic give_i,
  output logic available_o
);
  localparam int unsigned CountBits = $clog2(Credits + 1);

  logic [CountBits-1:0] used_q, used_d;

  assign available_o = used_q < CountBits'(Credits);

  always_comb begin
    used_d = used_q;
    if (take_i) used_d = used_d + CountBits'(1);
    if (give_i) used_d = used_d - CountBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else used_q <= used_d;
  end

  `NGPC_ASSERT_INIT(HasCredits, Credits > 0)
  `NGPC_ASSERT(TakenIsAvailable, !take_i || available_o)
  `NGPC_ASSERT(GivenWasTaken, !give_i || used_q != '0)
  `NGPC_COVER(Exhausted, !available_o)
  `NGPC_COVER(TakenAndGiven, take_i && give_i)
endmodule
