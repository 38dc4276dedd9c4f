// One single-ported SRAM macro: an access at edge t reads or writes a row, and what was read is at the output from t + 1 until the next read.
// Behaviour for simulation, a black box in synthesis. The contents outlive reset.
`ifdef SYNTHESIS
(* blackbox *)
`endif
module sram_bank #(
  parameter int unsigned Width = 16,
  parameter int unsigned Rows = 256,
  localparam int unsigned RowBits = (Rows > 1) ? $clog2(Rows) : 1
) (
  input  logic               clk_i,
  input  logic               access_i,
  input  logic               write_i,
  input  logic [RowBits-1:0] row_i,
  input  logic [Width-1:0]   write_data_i,
  output logic [Width-1:0]   read_data_o
);
`ifndef SYNTHESIS
  // Public, so that a test bench can fill it without an edge per row.
  logic [Width-1:0] rows [Rows]  /*verilator public_flat_rw*/;
  logic [Width-1:0] read_data_q;

  assign read_data_o = read_data_q;

  always_ff @(posedge clk_i) begin
    if (access_i && write_i) rows[row_i] <= write_data_i;
    if (access_i && !write_i) read_data_q <= rows[row_i];
  end
`endif
endmodule
