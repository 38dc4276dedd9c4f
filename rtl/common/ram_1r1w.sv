// One SRAM macro with a read port and a write port: what was read at edge t is at the output from t + 1 until the next read. A word must not be read at the
// edge at which it is written; the behavioural model then gives the complement of either, so that nobody relies on it. Behaviour for simulation, a black
// box in synthesis. The contents outlive reset.
`ifdef SYNTHESIS
(* blackbox *)
`endif
module ram_1r1w #(
  parameter int unsigned Width = 16,
  parameter int unsigned Words = 8,
  localparam int unsigned AddressBits = (Words > 1) ? $clog2(Words) : 1
) (
  input  logic                   clk_i,
  // write port
  input  logic                   write_i,
  input  logic [AddressBits-1:0] write_address_i,
  input  logic [Width-1:0]       write_data_i,
  // read port
  input  logic                   read_i,
  input  logic [AddressBits-1:0] read_address_i,
  output logic [Width-1:0]       read_data_o
);
`ifndef SYNTHESIS
  logic [Width-1:0] words [Words];
  logic [Width-1:0] read_data_q;

  assign read_data_o = read_data_q;

  always_ff @(posedge clk_i) begin
    if (write_i) words[write_address_i] <= write_data_i;
    if (read_i) read_data_q <= (write_i && write_address_i == read_address_i) ? ~write_data_i : words[read_address_i];
  end
`endif
endmodule
