// A queue with registered ready: an item written at edge t can be taken at t + 1, a place freed at t can be filled at t + 1.
// docs/timing.md, rule 1.2. Depth 1 therefore runs at half rate, depth 2 at full rate.
`include "ngpc_assert.svh"

module stream_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // input
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,
  // output
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);
  localparam int unsigned PointerBits = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam logic [PointerBits-1:0] LastPlace = PointerBits'(Depth - 1);

  logic [Width-1:0] places [Depth];
  logic [PointerBits-1:0] write_q, read_q;
  logic [CountBits-1:0] count_q, count_d;
  logic write, read;

  assign in_ready_o = count_q < CountBits'(Depth);
  assign out_valid_o = count_q != '0;
  assign out_data_o = places[read_q];
  assign write = in_valid_i && in_ready_o;
  assign read = out_valid_o && out_ready_i;

  always_comb begin
    count_d = count_q;
    if (write) count_d = count_d + CountBits'(1);
    if (read) count_d = count_d - CountBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
      count_q <= '0;
    end else begin
      count_q <= count_d;
      if (write) write_q <= (write_q == LastPlace) ? '0 : write_q + PointerBits'(1);
      if (read) read_q <= (read_q == LastPlace) ? '0 : read_q + PointerBits'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) places[write_q] <= in_data_i;
  end

  `NGPC_ASSERT(CountInRange, count_q <= CountBits'(Depth))
  `NGPC_COVER(Full, count_q == CountBits'(Depth))
  `NGPC_COVER(WriteAndRead, write && read)
endmodule
