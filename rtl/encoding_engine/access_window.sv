// The passes at the banks of an engine that overlaps them (docs/timing.md, 2.1.1), in slots taken in turn. A bank works for the oldest pass that has a corner
// left there, corner by corner in their order, each for its beats. The oldest pass hands its parts to the interpolator, a beat an edge, each as soon as the last
// of its corners is read, and leaves with the last part. Banks work for a pass from the very edge at which it enters.
`include "ngpc_assert.svh"

module access_window #(
  parameter int unsigned Window = 4,
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned Banks = 8,
  parameter int unsigned RowBits = 10,
  parameter int unsigned PlaceBits = 1,
  parameter int unsigned BeatBits = 1,
  parameter int unsigned TagBits = 1,
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned SlotBits = (Window > 1) ? $clog2(Window) : 1,
  localparam int unsigned CountBits = $clog2(Window + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // registers
  input  logic                         volume_i,
  input  logic [BeatBits-1:0]          last_beat_i,
  input  logic                         corner_reuse_i,
  input  logic [CountBits-1:0]         window_i,          // passes at once, up to Window
  input  logic                         tables_loaded_i,
  // head of the index queue: a pass
  input  logic                         record_valid_i,
  output logic                         record_ready_o,
  input  logic [PassBits-1:0]          record_pass_i,
  input  logic [95:0]                  record_cell_i,
  input  logic [8*BankBits-1:0]        record_banks_i,
  input  logic [8*RowBits-1:0]         record_rows_i,
  input  logic [8*PlaceBits-1:0]       record_places_i,
  input  logic [23:0]                  record_steps_i,
  input  logic [7:0]                   record_merged_i,
  input  logic [3:0]                   record_fullest_i,
  input  logic [TagBits-1:0]           record_tag_i,
  // places of the output queue
  input  logic                         output_available_i,
  output logic                         issue_o,           // a query's first pass enters
  // what each bank reads at this edge, bank 0 lowest
  output logic [Banks-1:0]             access_o,
  output logic [Banks*RowBits-1:0]     access_rows_o,
  output logic [Banks*BeatBits-1:0]    access_beats_o,
  output logic [Banks*SlotBits-1:0]    access_slots_o,
  output logic [Banks*8-1:0]           access_corners_o,  // those whose word it is
  output logic [Banks*8*PlaceBits-1:0] access_places_o,   // entries of their words
  // the part that the oldest pass hands over
  output logic                         part_o,
  output logic [SlotBits-1:0]          part_slot_o,
  output logic [BeatBits-1:0]          part_beat_o,
  output logic                         part_reuse_o,
  output logic                         part_done_o,       // it is the last of its pass
  output logic [TagBits-1:0]           part_tag_o,
  // accounts
  output logic                         step_o,            // a pass is there
  output logic                         busy_o,            // the oldest would be there whatever the banks do
  output logic                         pass_begun_o,
  output logic [3:0]                   fullest_o,         // of the pass, 0 where reused
  output logic [7:0]                   words_o            // of the pass: corners with an access of their own
);
  localparam logic [SlotBits-1:0] LastSlot = SlotBits'(Window - 1);

  // Of the pass in each slot.
  logic [8*BankBits-1:0] banks [Window];
  logic [8*RowBits-1:0] rows [Window];
  logic [8*PlaceBits-1:0] places [Window];
  logic [23:0] steps [Window];
  logic [TagBits-1:0] tags [Window];
  logic [Window*8-1:0] pending_q, pending_d, pending_now;  // corners whose word has not been read in full
  logic [Window-1:0] reuse_q;

  logic [SlotBits-1:0] head_q, head_d, tail;
  logic [CountBits-1:0] count_q, count_d, count_now;
  logic [Banks*BeatBits-1:0] beats_q, beats_d;             // of the access that a bank is at
  logic [BeatBits-1:0] part_q, part_d;                     // that the oldest hands over next
  logic [BeatBits:0] charged_q, charged_d;                 // busy edges of the oldest so far
  logic [7:0] corners;
  logic enter, same_cell, leave;

  // The slot of the n-th pass from the oldest on.
  function automatic logic [SlotBits-1:0] slot_at(input logic [SlotBits-1:0] head, input int unsigned n);
    slot_at = SlotBits'((32'(head) + n >= Window) ? 32'(head) + n - Window : 32'(head) + n);
  endfunction

  // Entry.
  assign corners = volume_i ? 8'hFF : 8'h0F;
  assign enter = record_valid_i && record_ready_o;
  assign record_ready_o = count_q < window_i && (record_pass_i != '0 || output_available_i);
  assign issue_o = enter && record_pass_i == '0;
  assign tail = slot_at(head_q, 32'(count_q));
  assign count_now = count_q + CountBits'(enter);
  assign pass_begun_o = enter;
  assign fullest_o = same_cell ? 4'd0 : record_fullest_i;
  assign words_o = same_cell ? 8'd0 : corners & ~record_merged_i;

  kept_cells #(.MaxPasses(MaxPasses)) u_kept_cells (
    .clk_i, .rst_ni, .forget_i(tables_loaded_i), .valid_i(enter && corner_reuse_i), .pass_i(record_pass_i), .cell_i(record_cell_i), .same_o(same_cell),
    .keep_i(enter && corner_reuse_i)
  );

  always_comb begin
    pending_now = pending_q;
    if (enter) pending_now[tail*8 +: 8] = same_cell ? 8'd0 : corners;
  end

  // Accesses: oldest passes first.
  logic [SlotBits-1:0] slot;
  logic [BankBits-1:0] bank;
  logic [8*BankBits-1:0] slot_banks;
  logic [8*RowBits-1:0] slot_rows;
  logic [8*PlaceBits-1:0] slot_places;
  logic [23:0] slot_steps;
  logic [Banks*3-1:0] access_steps;
  logic [7:0] unread;                                      // corners of the oldest that its next part still waits for

  always_comb begin
    access_o = '0;
    access_rows_o = '0;
    access_slots_o = '0;
    access_corners_o = '0;
    access_places_o = '0;
    access_steps = '0;
    slot = '0;
    bank = '0;
    slot_banks = '0;
    slot_rows = '0;
    slot_places = '0;
    slot_steps = '0;
    unread = pending_now[part_slot_o*8 +: 8];
    for (int unsigned n = 0; n < Window; n++) begin
      slot = slot_at(head_q, n);
      if (n < 32'(count_now) && pending_now[slot*8 +: 8] != '0) begin
        slot_banks = (n == 32'(count_q)) ? record_banks_i : banks[slot];
        slot_rows = (n == 32'(count_q)) ? record_rows_i : rows[slot];
        slot_places = (n == 32'(count_q)) ? record_places_i : places[slot];
        slot_steps = (n == 32'(count_q)) ? record_steps_i : steps[slot];
        for (int unsigned c = 0; c < 8; c++) begin
          if (pending_now[32'(slot)*8+c]) begin
            bank = slot_banks[c*BankBits +: BankBits];
            if (!access_o[bank]) begin
              access_o[bank] = 1'b1;
              access_slots_o[bank*SlotBits +: SlotBits] = slot;
              access_steps[bank*3 +: 3] = slot_steps[c*3 +: 3];
              access_rows_o[bank*RowBits +: RowBits] = slot_rows[c*RowBits +: RowBits] + RowBits'(access_beats_o[bank*BeatBits +: BeatBits]);
              access_places_o[bank*8*PlaceBits +: 8*PlaceBits] = slot_places;
            end
            // Corners of one word have one step of their bank.
            if (access_slots_o[bank*SlotBits +: SlotBits] == slot && access_steps[bank*3 +: 3] == slot_steps[c*3 +: 3]) begin
              access_corners_o[32'(bank)*8+c] = 1'b1;
              if (n == 0 && access_beats_o[bank*BeatBits +: BeatBits] >= part_q) unread[c] = 1'b0;
            end
          end
        end
      end
    end
  end
  assign access_beats_o = beats_q;

  always_comb begin
    pending_d = pending_now;
    beats_d = beats_q;
    for (int unsigned b = 0; b < Banks; b++) begin
      if (access_o[b]) begin
        beats_d[b*BeatBits +: BeatBits] = beats_q[b*BeatBits +: BeatBits] + BeatBits'(1);
        if (beats_q[b*BeatBits +: BeatBits] == last_beat_i) begin
          beats_d[b*BeatBits +: BeatBits] = '0;
          pending_d[access_slots_o[b*SlotBits +: SlotBits]*8 +: 8] = pending_d[access_slots_o[b*SlotBits +: SlotBits]*8 +: 8] & ~access_corners_o[b*8 +: 8];
        end
      end
    end
  end

  // The oldest pass.
  assign step_o = count_now != '0;
  assign part_o = step_o && unread == '0;
  assign part_slot_o = head_q;
  assign part_beat_o = part_q;
  assign part_reuse_o = (count_q == '0) ? same_cell : reuse_q[head_q];
  assign part_tag_o = (count_q == '0) ? record_tag_i : tags[head_q];
  assign part_done_o = part_q == last_beat_i;
  assign leave = part_o && part_done_o;
  assign busy_o = charged_q <= {1'b0, last_beat_i};

  always_comb begin
    head_d = head_q;
    count_d = count_now;
    part_d = part_q;
    charged_d = charged_q;
    if (step_o && busy_o) charged_d = charged_q + (BeatBits+1)'(1);
    if (part_o) part_d = part_q + BeatBits'(1);
    if (leave) begin
      head_d = (head_q == LastSlot) ? '0 : head_q + SlotBits'(1);
      count_d = count_now - CountBits'(1);
      part_d = '0;
      charged_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      reuse_q <= '0;
      head_q <= '0;
      count_q <= '0;
      beats_q <= '0;
      part_q <= '0;
      charged_q <= '0;
    end else begin
      pending_q <= pending_d;
      head_q <= head_d;
      count_q <= count_d;
      beats_q <= beats_d;
      part_q <= part_d;
      charged_q <= charged_d;
      if (enter) reuse_q[tail] <= same_cell;
    end
  end

  always_ff @(posedge clk_i) begin
    if (enter) begin
      banks[tail] <= record_banks_i;
      rows[tail] <= record_rows_i;
      places[tail] <= record_places_i;
      steps[tail] <= record_steps_i;
      tags[tail] <= record_tag_i;
    end
  end

  `NGPC_ASSERT_INIT(HasAWindow, Window > 1)
  `NGPC_ASSERT(CountInWindow, count_q <= window_i)
  `NGPC_ASSERT(NothingLeftBehind, !leave || pending_d[head_q*8 +: 8] == '0)
  // At its first part every corner is read or at its last access, and banks stay with the oldest: the next parts follow edge by edge.
  `NGPC_ASSERT(PartsFollow, !(step_o && part_q != '0) || part_o)
  `NGPC_ASSERT(LoadedWhileEmpty, !tables_loaded_i || !(count_q != '0 || record_valid_i))
  `NGPC_COVER(WindowFull, count_q == CountBits'(Window))
  `NGPC_COVER(WaitsForOutputQueue, record_valid_i && count_q == '0 && record_pass_i == '0 && !output_available_i)
  `NGPC_COVER(AllCornersInOneBank, enter && fullest_o == 4'd8)
  `NGPC_COVER(Reused, part_o && part_reuse_o)
endmodule
