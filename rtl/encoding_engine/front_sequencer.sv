// Sends every query through the front pipeline once per level that the engine holds, edge by edge. The first pass waits for a place in the index queue, which
// the whole query then has.
`include "ngpc_assert.svh"

module front_sequencer #(
  parameter int unsigned PassBits = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [PassBits-1:0] last_pass_i,
  // input queue
  input  logic                query_valid_i,
  output logic                query_ready_o,
  input  logic [95:0]         query_position_i,
  input  logic                query_last_i,
  // places of the index queue, in queries
  input  logic                index_available_i,
  // the pass that enters at this edge
  output logic                valid_o,
  output logic                first_o,       // of its query
  output logic                final_o,       // of its query
  output logic [PassBits-1:0] pass_o,
  output logic [95:0]         position_o,
  output logic                last_o         // the query is the last of its batch
);
  // The pass that comes next; 0: the next query's first.
  logic [PassBits-1:0] pass_q;
  logic [96:0] query_q;
  logic between;

  assign between = pass_q == '0;
  assign query_ready_o = between && index_available_i;
  assign first_o = query_ready_o && query_valid_i;
  assign valid_o = first_o || !between;
  assign final_o = pass_q == last_pass_i;
  assign pass_o = pass_q;
  assign {last_o, position_o} = between ? {query_last_i, query_position_i} : query_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pass_q <= '0;
    else if (valid_o) pass_q <= final_o ? '0 : pass_q + PassBits'(1);
  end

  always_ff @(posedge clk_i) begin
    if (first_o) query_q <= {query_last_i, query_position_i};
  end

  `NGPC_COVER(WaitsForIndexQueue, between && query_valid_i && !index_available_i)
endmodule
