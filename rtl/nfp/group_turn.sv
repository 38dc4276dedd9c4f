// The lanes of the group whose turn it is: engines base .. base + lanes - 1. `advance_i` passes the turn on; after the last group it comes back to the first.

module group_turn #(
  parameter int unsigned Engines = 4,
  localparam int unsigned IndexBits = (Engines > 1) ? $clog2(Engines) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // registers
  input  logic [7:0]         groups_i,
  input  logic [7:0]         lanes_i,
  // turn
  input  logic               advance_i,
  output logic [IndexBits-1:0] base_o,
  output logic [Engines-1:0] engines_o
);
  logic [7:0] group_d, group_q;
  logic [IndexBits-1:0] base_d, base_q;

  assign base_o = base_q;

  always_comb begin
    for (int unsigned e = 0; e < Engines; e++) engines_o[e] = 8'(e) >= 8'(base_q) && 8'(e) - 8'(base_q) < lanes_i;
  end

  always_comb begin
    group_d = group_q;
    base_d = base_q;
    if (advance_i) begin
      group_d = group_q + 8'd1;
      base_d = IndexBits'(8'(base_q) + lanes_i);
      if (group_d == groups_i) begin
        group_d = '0;
        base_d = '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      group_q <= '0;
      base_q <= '0;
    end else begin
      group_q <= group_d;
      base_q <= base_d;
    end
  end
endmodule
