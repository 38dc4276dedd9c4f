// The assertion and coverage macros of rtl/. They live in simulation and vanish in synthesis (yosys defines SYNTHESIS).
// All of them need clk_i and rst_ni in scope, except NGPC_ASSERT_INIT.
`ifndef NGPC_ASSERT_SVH
`define NGPC_ASSERT_SVH

`ifdef SYNTHESIS
`define NGPC_ASSERT_INIT(Name, Condition)
`define NGPC_ASSERT(Name, Condition)
`define NGPC_ASSERT_STABLE(Name, Valid, Ready, Payload)
`define NGPC_COVER(Name, Condition)
`else
// A relation between parameters.
`define NGPC_ASSERT_INIT(Name, Condition) \
  initial if (!(Condition)) $fatal(1, "%m: %s", `"Name`");
// Holds at every edge outside reset.
`define NGPC_ASSERT(Name, Condition) \
  Name : assert property (@(posedge clk_i) disable iff (!rst_ni) (Condition)) else $fatal(1, "%m: %s", `"Name`");
// What is offered and not taken stays offered, unchanged.
`define NGPC_ASSERT_STABLE(Name, Valid, Ready, Payload) \
  Name : assert property (@(posedge clk_i) disable iff (!rst_ni) \
    ($past(rst_ni) && $past((Valid) && !(Ready))) |-> ((Valid) && (Payload) == $past(Payload))) \
    else $fatal(1, "%m: %s", `"Name`");
// A situation that the tests must reach at least once.
`define NGPC_COVER(Name, Condition) \
  Name : cover property (@(posedge clk_i) disable iff (!rst_ni) (Condition));
`endif

`endif
