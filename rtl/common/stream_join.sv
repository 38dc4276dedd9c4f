// Takes one item from every branch that is needed, all at the same edge, once each of them has one and the receiver is ready.

module stream_join #(
  parameter int unsigned Branches = 2
) (
  input  logic [Branches-1:0] needed_i,
  // branches
  input  logic [Branches-1:0] in_valid_i,
  output logic [Branches-1:0] in_ready_o,
  // output
  output logic                out_valid_o,
  input  logic                out_ready_i
);
  assign out_valid_o = (needed_i & ~in_valid_i) == '0;
  assign in_ready_o = {Branches{out_valid_o && out_ready_i}} & needed_i;
endmodule
