// Gathers what the banks deliver for the passes of a window into the stored features of their corners, slot by slot, and keeps the last of every pass and beat
// for queries that fall into the same cell.
module window_collector #(
  parameter int unsigned Window = 4,
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned MaxBeats = 1,
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned EntryWidth = 16,   // bits of one entry and beat
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BeatBits = (MaxBeats > 1) ? $clog2(MaxBeats) : 1,
  localparam int unsigned SlotBits = (Window > 1) ? $clog2(Window) : 1,
  localparam int unsigned PlaceBits = (WordEntries > 1) ? $clog2(WordEntries) : 1
) (
  input  logic                                    clk_i,
  input  logic                                    keep_i,     // corner_reuse
  // what the banks deliver at this edge
  input  logic [Banks-1:0]                        access_i,
  input  logic [Banks*BeatBits-1:0]               beats_i,
  input  logic [Banks*SlotBits-1:0]               slots_i,
  input  logic [Banks*8-1:0]                      served_i,   // corners
  input  logic [Banks*8*PlaceBits-1:0]            places_i,
  input  logic [Banks*WordEntries*EntryWidth-1:0] data_i,
  // the part that goes to the interpolator at this edge
  input  logic                                    part_i,
  input  logic                                    reuse_i,
  input  logic [SlotBits-1:0]                     slot_i,
  input  logic [PassBits-1:0]                     pass_i,
  input  logic [BeatBits-1:0]                     beat_i,
  output logic [8*EntryWidth-1:0]                 corners_o   // corner 0 lowest
);
  localparam int unsigned SlotWidth = MaxBeats * 8 * EntryWidth;
  localparam int unsigned KeptRows = MaxPasses * MaxBeats;
  localparam int unsigned KeptBits = (KeptRows > 1) ? $clog2(KeptRows) : 1;

  logic [8*EntryWidth-1:0] kept [KeptRows];
  logic [Window*SlotWidth-1:0] held;                          // what came before and what comes now
  logic [KeptBits-1:0] kept_row;

  assign kept_row = KeptBits'(32'(pass_i) * MaxBeats + 32'(beat_i));

  for (genvar s = 0; s < Window; s++) begin : gen_slot
    logic [SlotWidth-1:0] held_q, held_d;
    int unsigned row, entry;

    always_comb begin
      held_d = held_q;
      row = 0;
      entry = 0;
      for (int unsigned b = 0; b < Banks; b++) begin
        if (access_i[b] && slots_i[b*SlotBits +: SlotBits] == SlotBits'(s)) begin
          row = 32'(beats_i[b*BeatBits +: BeatBits]) * 8;
          for (int unsigned c = 0; c < 8; c++) begin
            if (served_i[b*8+c]) begin
              entry = b * WordEntries + 32'(places_i[(b*8+c)*PlaceBits +: PlaceBits]);
              held_d[(row+c)*EntryWidth +: EntryWidth] = data_i[entry*EntryWidth +: EntryWidth];
            end
          end
        end
      end
    end

    always_ff @(posedge clk_i) held_q <= held_d;

    assign held[s*SlotWidth +: SlotWidth] = held_d;
  end

  always_comb begin
    corners_o = '0;
    if (part_i) begin
      if (reuse_i) corners_o = kept[kept_row];
      else corners_o = held[(32'(slot_i)*MaxBeats+32'(beat_i))*8*EntryWidth +: 8*EntryWidth];
    end
  end

  always_ff @(posedge clk_i) begin
    if (part_i && keep_i) kept[kept_row] <= corners_o;
  end
endmodule
