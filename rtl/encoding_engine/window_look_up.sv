// From indices to the corners of a beat, with up to `Window` passes at the banks at once: conflict policy `overlap` (docs/timing.md, 2.1.1), or `serial` where
// the register says 1. What the accesses and the parts handed over are for travels beside the data.
module window_look_up #(
  parameter int unsigned Window = 4,
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
  localparam int unsigned WordWidth = WordEntries * EntryWidth,
  localparam int unsigned CountBits = $clog2(Window + 1)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  // registers
  input  logic                           volume_i,
  input  logic [BeatBits-1:0]            last_beat_i,
  input  logic                           corner_reuse_i,
  input  logic [CountBits-1:0]           window_i,
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
  localparam int unsigned SlotBits = (Window > 1) ? $clog2(Window) : 1;
  localparam int unsigned TagBits = 98 + PassBits;
  localparam int unsigned AccessBits = Banks * (1 + BeatBits + SlotBits + 8 + 8 * PlaceBits);
  localparam int unsigned PartBits = 128 + 3 + PassBits + BeatBits + SlotBits;

  // At the banks.
  logic [Banks*BeatBits-1:0] access_beats;
  logic [Banks*SlotBits-1:0] access_slots;
  logic [Banks*8-1:0] access_corners;
  logic [Banks*8*PlaceBits-1:0] access_places;
  logic part, part_reuse, part_done, part_last, part_final;
  logic [SlotBits-1:0] part_slot;
  logic [BeatBits-1:0] part_beat;
  logic [PassBits-1:0] part_pass;
  logic [95:0] part_fraction;
  logic [127:0] part_weights;

  access_window #(
    .Window(Window), .MaxPasses(MaxPasses), .Banks(Banks), .RowBits(RowBits), .PlaceBits(PlaceBits), .BeatBits(BeatBits), .TagBits(TagBits)
  ) u_access_window (
    .clk_i, .rst_ni, .volume_i, .last_beat_i, .corner_reuse_i, .window_i, .tables_loaded_i,
    .record_valid_i, .record_ready_o, .record_pass_i, .record_cell_i, .record_banks_i, .record_rows_i, .record_places_i, .record_steps_i, .record_merged_i,
    .record_fullest_i, .record_tag_i({record_last_i, record_final_i, record_pass_i, record_fraction_i}),
    .output_available_i, .issue_o,
    .access_o, .access_rows_o, .access_beats_o(access_beats), .access_slots_o(access_slots), .access_corners_o(access_corners), .access_places_o(access_places),
    .part_o(part), .part_slot_o(part_slot), .part_beat_o(part_beat), .part_reuse_o(part_reuse), .part_done_o(part_done),
    .part_tag_o({part_last, part_final, part_pass, part_fraction}),
    .step_o, .busy_o, .pass_begun_o, .fullest_o, .words_o
  );
  corner_weights u_corner_weights (.valid_i(part), .volume_i, .fraction_i(part_fraction), .weights_o(part_weights));

  // Where the data come.
  logic data_any, data_reuse;
  logic [Banks-1:0] data_access;
  logic [Banks*BeatBits-1:0] data_beats;
  logic [Banks*SlotBits-1:0] data_slots;
  logic [Banks*8-1:0] data_corners;
  logic [Banks*8*PlaceBits-1:0] data_places;
  logic [SlotBits-1:0] data_slot;

  delay_pipe #(.Width(AccessBits), .Stages(SramLatency)) u_accesses (
    .clk_i, .rst_ni,
    .in_valid_i(access_o != '0), .in_data_i({access_o, access_beats, access_slots, access_corners, access_places}),
    .out_valid_o(data_any), .out_data_o({data_access, data_beats, data_slots, data_corners, data_places})
  );
  delay_pipe #(.Width(PartBits), .Stages(SramLatency)) u_parts (
    .clk_i, .rst_ni,
    .in_valid_i(part), .in_data_i({part_last, part_final && part_done, part_reuse, part_pass, part_beat, part_slot, part_weights}),
    .out_valid_o(beat_valid_o), .out_data_o({beat_last_o, beat_query_done_o, data_reuse, beat_pass_o, beat_number_o, data_slot, beat_weights_o})
  );
  window_collector #(
    .Window(Window), .MaxPasses(MaxPasses), .MaxBeats(MaxBeats), .Banks(Banks), .WordEntries(WordEntries), .EntryWidth(EntryWidth)
  ) u_window_collector (
    .clk_i, .keep_i(corner_reuse_i),
    .access_i(data_any ? data_access : '0), .beats_i(data_beats), .slots_i(data_slots), .served_i(data_corners), .places_i(data_places), .data_i,
    .part_i(beat_valid_o), .reuse_i(data_reuse), .slot_i(data_slot), .pass_i(beat_pass_o), .beat_i(beat_number_o), .corners_o(beat_corners_o)
  );
endmodule
