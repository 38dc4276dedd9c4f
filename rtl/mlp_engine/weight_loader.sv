// Weight memory and the loads from it into the shadow registers of the array, one memory row an edge. Loads follow each other through the memory in the
// order of the phases, so the next row is always known and read ahead.
`include "ngpc_assert.svh"

module weight_loader #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned WeightLoadWidth = 16,
  parameter int unsigned WeightRows = 1024,
  localparam int unsigned InputBits = $clog2(Rows + 1),
  localparam int unsigned NeuronBits = $clog2(Cols + 1),
  localparam int unsigned GroupBits = $clog2(Cols / 16 + 1),
  localparam int unsigned LoadBits = $clog2(Rows * Cols / 16 + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          run_i,
  // weight memory, while the engine does not run
  input  logic                          weight_we_i,
  input  logic [31:0]                   weight_row_i,
  input  logic [WeightLoadWidth*16-1:0] weight_data_i,
  // a load begins after this edge; the first one begins at edge 0
  input  logic                          begin_i,
  // phase of the load in progress, or of the last one
  input  logic [InputBits-1:0]          inputs_i,
  input  logic [NeuronBits-1:0]         neurons_i,
  input  logic                          last_phase_i,
  output logic                          loaded_o,
  // what the shadow registers take at this edge
  output logic                          load_o,
  output logic [LoadBits-1:0]           load_row_o,     // counted from the first of the load
  output logic [GroupBits-1:0]          load_groups_o,  // segments of 16 weights in a row of the array tile
  output logic [WeightLoadWidth*16-1:0] load_data_o,
  // memory rows of all loads begun
  output logic [63:0]                   load_cycles_o
);
  localparam int unsigned Segments = WeightLoadWidth / 16;
  localparam int unsigned SegmentShift = $clog2(Segments);
  localparam int unsigned RowBits = (WeightRows > 1) ? $clog2(WeightRows) : 1;

  logic loading_q, done;
  logic [LoadBits-1:0] load_row_q, padded_inputs, segments, last_row;
  logic [RowBits-1:0] row_q, next_row, access_row;
  logic [63:0] load_cycles_q;

  assign padded_inputs = (LoadBits'(inputs_i) + LoadBits'(15)) & ~LoadBits'(15);
  assign load_groups_o = GroupBits'((neurons_i + NeuronBits'(15)) >> 4);
  assign segments = padded_inputs * LoadBits'(load_groups_o);
  assign last_row = (segments - LoadBits'(1)) >> SegmentShift;

  assign loaded_o = !loading_q;
  assign load_o = run_i && loading_q;
  assign load_row_o = load_row_q;
  assign done = load_o && load_row_q == last_row;
  assign next_row = (done && last_phase_i) ? '0 : row_q + RowBits'(1);
  assign load_cycles_o = load_cycles_q + (loading_q ? 64'(last_row) + 64'd1 : 64'd0);

  // Row 0 is read over and over before the run.
  always_comb begin
    access_row = '0;
    if (run_i) access_row = next_row;
    else if (weight_we_i) access_row = weight_row_i[RowBits-1:0];
  end
  sram_bank #(.Width(WeightLoadWidth * 16), .Rows(WeightRows)) u_weight_memory (
    .clk_i, .access_i(load_o || !run_i), .write_i(weight_we_i && !run_i), .row_i(access_row),
    .write_data_i(weight_data_i), .read_data_o(load_data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loading_q <= 1'b1;
      load_row_q <= '0;
      row_q <= '0;
      load_cycles_q <= '0;
    end else if (run_i) begin
      if (begin_i) loading_q <= 1'b1;
      else if (done) loading_q <= 1'b0;
      if (load_o) begin
        load_row_q <= done ? '0 : load_row_q + LoadBits'(1);
        row_q <= next_row;
      end
      if (done) load_cycles_q <= load_cycles_q + 64'(last_row) + 64'd1;
    end
  end

  `NGPC_ASSERT_INIT(WholeSegments, WeightLoadWidth >= 16 && (WeightLoadWidth & (WeightLoadWidth - 1)) == 0 && WeightLoadWidth <= Rows * Cols)
  `NGPC_ASSERT(RowInRange, !weight_we_i || weight_row_i < WeightRows)
  `NGPC_ASSERT(RoundFitsTheMemory, !load_o || done && last_phase_i || row_q != RowBits'(WeightRows - 1))
  `NGPC_ASSERT(OneLoadAtATime, !(begin_i && loading_q))
  `NGPC_ASSERT(FirstRowIsReadAhead, !(run_i && !$past(run_i) && $past(weight_we_i)))
endmodule
