// When the array steps: one query of the tile an edge, as soon as weights, operands and a place in the output queue are there (docs/timing.md, 2.3). The
// first phase takes queries as they come and so decides where the tile ends; the other phases follow over the same queries.
`include "ngpc_assert.svh"

module phase_sequencer #(
  parameter int unsigned TileQueries = 8,
  parameter int unsigned Latency = 8,
  parameter int unsigned OutputDepth = 8,
  localparam int unsigned QueryBits = (TileQueries > 1) ? $clog2(TileQueries) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 run_i,
  input  logic                 double_buffering_i,
  // present phase
  input  logic                 first_phase_i,
  input  logic                 last_phase_i,
  // what a step needs
  input  logic                 query_valid_i,      // head of the feature buffer
  input  logic                 query_last_i,
  input  logic                 weights_loaded_i,
  input  logic                 result_written_i,   // of the oldest step on its way
  input  logic                 output_taken_i,
  // step
  output logic                 step_o,
  output logic [QueryBits-1:0] query_o,            // place in the tile
  output logic                 first_step_o,       // of its phase
  output logic                 phase_done_o,       // with this step
  output logic                 load_next_o,        // the weights of the next phase may follow
  // why there is none
  output logic                 wait_output_o,
  output logic                 wait_weights_o,
  output logic                 wait_dependency_o
);
  localparam int unsigned TileBits = $clog2(TileQueries + 1);
  localparam int unsigned FlightBits = $clog2(Latency + 1);
  localparam int unsigned CompareBits = (TileBits > FlightBits) ? TileBits : FlightBits;

  logic [QueryBits-1:0] query_q;
  logic [TileBits-1:0] tile_q, members;
  logic [FlightBits-1:0] in_flight_q, in_flight_d;
  logic output_available, no_output, no_weights, no_operands, ready;

  // Steps follow each other in one order through all phases of a tile, and so do their results. The one that this step needs, of the same query in the phase
  // before, is a whole tile of steps old: it is written when fewer are on their way.
  assign no_output = last_phase_i && !output_available;
  assign no_weights = first_step_o && !weights_loaded_i;
  assign no_operands = !first_phase_i && CompareBits'(in_flight_q) >= CompareBits'(tile_q);
  assign ready = !no_output && !no_weights && !no_operands && (!first_phase_i || query_valid_i);
  assign members = TileBits'(query_q) + TileBits'(1);

  assign step_o = run_i && ready;
  assign query_o = query_q;
  assign first_step_o = query_q == '0;
  assign phase_done_o = step_o && (first_phase_i ? query_last_i || members == TileBits'(TileQueries) : members == tile_q);
  // A network of one phase keeps its weights.
  assign load_next_o = step_o && !(first_phase_i && last_phase_i) && (double_buffering_i ? first_step_o : phase_done_o);

  assign wait_output_o = run_i && no_output;
  assign wait_weights_o = run_i && !no_output && no_weights;
  assign wait_dependency_o = run_i && !no_output && !no_weights && no_operands;

  credit_counter #(.Credits(OutputDepth)) u_output_credits (
    .clk_i, .rst_ni, .take_i(step_o && last_phase_i), .give_i(output_taken_i), .available_o(output_available)
  );

  always_comb begin
    in_flight_d = in_flight_q;
    if (step_o) in_flight_d = in_flight_d + FlightBits'(1);
    if (result_written_i) in_flight_d = in_flight_d - FlightBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      query_q <= '0;
      tile_q <= '0;
      in_flight_q <= '0;
    end else begin
      in_flight_q <= in_flight_d;
      if (step_o) query_q <= phase_done_o ? '0 : query_q + QueryBits'(1);
      if (step_o && first_phase_i) tile_q <= members;
    end
  end

  `NGPC_ASSERT(ResultOfAStep, !result_written_i || in_flight_q != '0)
  `NGPC_ASSERT(FlightInRange, in_flight_q < FlightBits'(Latency))
  `NGPC_COVER(ClosedEarly, phase_done_o && first_phase_i && members != TileBits'(TileQueries))
  `NGPC_COVER(FullTile, phase_done_o && first_phase_i && members == TileBits'(TileQueries))
  `NGPC_COVER(OnePhase, step_o && first_phase_i && last_phase_i)
  `NGPC_COVER(WaitsForOutput, wait_output_o)
  `NGPC_COVER(WaitsForWeights, wait_weights_o)
  `NGPC_COVER(WaitsForDependency, wait_dependency_o)
  `NGPC_COVER(WaitsForQuery, run_i && first_phase_i && !no_output && !no_weights && !query_valid_i)
endmodule
