// The cell that each pass looked up last, whose corners are still in the registers (docs/timing.md, 2.1: corner_reuse).
module kept_cells #(
  parameter int unsigned MaxPasses = 2,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                forget_i,
  // the pass in service
  input  logic                valid_i,
  input  logic [PassBits-1:0] pass_i,
  input  logic [95:0]         cell_i,
  output logic                same_o,
  input  logic                keep_i    // its corners are in the registers from the next pass on
);
  logic [95:0] cells [MaxPasses];
  logic [MaxPasses-1:0] kept_q;

  always_comb begin
    same_o = 1'b0;
    if (valid_i && kept_q[pass_i]) same_o = cells[pass_i] == cell_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) kept_q <= '0;
    else if (forget_i) kept_q <= '0;
    else if (keep_i) kept_q[pass_i] <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (keep_i) cells[pass_i] <= cell_i;
  end
endmodule
