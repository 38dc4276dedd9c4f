// From indices to the corners of a beat, one pass after the other: conflict policy `serial` (docs/timing.md, 2.1). A record stays at the head of the index queue
// until its last access; what the steps are for travels beside the data.
module serial_look_up #(
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned MaxBeats = 1,
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned EntryWidth = 16,     // bits of one entry and beat
  parameter int unsigned RowBits = 10,
  parameter int unsigned SramLatency = 2,
  localparam int unsigned BeatBits = (MaxBeats > 1) ? $clog2(MaxBeats) : 1,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned PlaceBits = (WordEntries > 1) ? $clog2(WordEntries) : 1,
  localparam int unsigned WordWidth = WordEntries * EntryWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  // registers
  input  logic                           volume_i,
  input  logic [BeatBits-1:0]            last_beat_i,
  input  logic                           corner_reuse_i,
  input  logic                           tables_loaded_i,
  // head of the index queue: a pass
  input  logic                           record_valid_i,
  output logic                           record_ready_o,
  input  logic                           record_last_i,       // of a batch's last query
  input  logic                           record_final_i,      // of its query
  input  logic [PassBits-1:0]            record_pass_i,
  input  logic [95:0]                    record_fraction_i,
  input  logic [95:0]                    record_cell_i,
  input  logic [8*BankBits-1:0]          record_banks_i,
  input  logic [8*RowBits-1:0]           record_rows_i,
  input  logic [8*PlaceBits-1:0]         record_places_i,
  input  logic [23:0]                    record_steps_i,
  input  logic [7:0]                     record_merged_i,
  input  logic [3:0]                     record_fullest_i,
  // places of the output queue
  input  logic                           output_available_i,
  output logic                           issue_o,
  // banks, bank 0 lowest; data come `SramLatency` edges after their access
  output logic [Banks-1:0]               access_o,
  output logic [Banks*RowBits-1:0]       access_rows_o,
  input  logic [Banks*WordWidth-1:0]     data_i,
  // a beat for the interpolator
  output logic                           beat_valid_o,
  output logic [PassBits-1:0]            beat_pass_o,
  output logic [BeatBits-1:0]            beat_number_o,
  output logic                           beat_query_done_o,
  output logic                           beat_last_o,
  output logic [127:0]                   beat_weights_o,
  output logic [8*EntryWidth-1:0]        beat_corners_o,
  // accounts
  output logic                           step_o,
  output logic                           busy_o,
  output logic                           pass_begun_o,
  output logic [3:0]                     fullest_o,
  output logic [7:0]                     words_o
);
  localparam int unsigned StepBits = 128 + 4 + PassBits + BeatBits + 8 + 8 * (BankBits + PlaceBits);

  logic step, reuse, beat_done, query_done, data_step, data_reuse, data_beat_done;
  logic [BeatBits-1:0] beat;
  logic [7:0] accesses, served, data_served;
  logic [127:0] weights;
  logic [8*BankBits-1:0] data_banks;
  logic [8*PlaceBits-1:0] data_places;

  assign step_o = step;
  assign beat_valid_o = data_step && data_beat_done;

  access_scheduler #(.MaxPasses(MaxPasses), .BeatBits(BeatBits)) u_access_scheduler (
    .clk_i, .rst_ni, .volume_i, .last_beat_i, .corner_reuse_i, .tables_loaded_i,
    .record_valid_i, .record_ready_o, .record_final_i, .record_pass_i, .record_cell_i, .record_steps_i, .record_merged_i, .record_fullest_i,
    .output_available_i, .issue_o,
    .step_o(step), .beat_o(beat), .reuse_o(reuse), .accesses_o(accesses), .served_o(served), .beat_done_o(beat_done), .query_done_o(query_done),
    .busy_o, .pass_begun_o, .fullest_o, .words_o
  );
  corner_weights u_corner_weights (.valid_i(beat_done), .volume_i, .fraction_i(record_fraction_i), .weights_o(weights));
  bank_route #(.Banks(Banks), .RowBits(RowBits), .BeatBits(BeatBits)) u_bank_route (
    .step_i(step), .accesses_i(accesses), .banks_i(record_banks_i), .rows_i(record_rows_i), .beat_i(beat), .access_o, .rows_o(access_rows_o)
  );
  delay_pipe #(.Width(StepBits), .Stages(SramLatency)) u_steps (
    .clk_i, .rst_ni,
    .in_valid_i(step),
    .in_data_i({record_last_i, query_done, beat_done, reuse, record_pass_i, beat, served, record_banks_i, record_places_i, weights}),
    .out_valid_o(data_step),
    .out_data_o({beat_last_o, beat_query_done_o, data_beat_done, data_reuse, beat_pass_o, beat_number_o, data_served, data_banks, data_places, beat_weights_o})
  );
  corner_collector #(.MaxPasses(MaxPasses), .MaxBeats(MaxBeats), .Banks(Banks), .WordEntries(WordEntries), .EntryWidth(EntryWidth)) u_corner_collector (
    .clk_i, .keep_i(corner_reuse_i),
    .step_i(data_step), .reuse_i(data_reuse), .complete_i(data_beat_done), .pass_i(beat_pass_o), .beat_i(beat_number_o), .served_i(data_served),
    .banks_i(data_banks), .places_i(data_places), .data_i, .corners_o(beat_corners_o)
  );
endmodule
