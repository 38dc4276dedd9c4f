// Gathers what the banks deliver step by step into the stored features of the corners of one beat, and keeps the last of every pass and beat for queries that
// fall into the same cell.
module corner_collector #(
  parameter int unsigned MaxPasses = 2,
  parameter int unsigned MaxBeats = 1,
  parameter int unsigned Banks = 8,
  parameter int unsigned WordEntries = 1,
  parameter int unsigned EntryWidth = 16,   // bits of one entry and beat
  localparam int unsigned PassBits = (MaxPasses > 1) ? $clog2(MaxPasses) : 1,
  localparam int unsigned BeatBits = (MaxBeats > 1) ? $clog2(MaxBeats) : 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned PlaceBits = (WordEntries > 1) ? $clog2(WordEntries) : 1
) (
  input  logic                                    clk_i,
  input  logic                                    keep_i,     // corner_reuse
  // the step whose data are there at this edge
  input  logic                                    step_i,
  input  logic                                    reuse_i,
  input  logic                                    complete_i,
  input  logic [PassBits-1:0]                     pass_i,
  input  logic [BeatBits-1:0]                     beat_i,
  input  logic [7:0]                              served_i,
  input  logic [8*BankBits-1:0]                   banks_i,
  input  logic [8*PlaceBits-1:0]                  places_i,
  input  logic [Banks*WordEntries*EntryWidth-1:0] data_i,
  // all corners once complete, corner 0 lowest
  output logic [8*EntryWidth-1:0]                 corners_o
);
  localparam int unsigned KeptRows = MaxPasses * MaxBeats;
  localparam int unsigned KeptBits = (KeptRows > 1) ? $clog2(KeptRows) : 1;

  logic [8*EntryWidth-1:0] kept [KeptRows];
  logic [8*EntryWidth-1:0] corners_q;
  logic [KeptBits-1:0] kept_row;
  int unsigned entry;

  assign kept_row = KeptBits'(32'(pass_i) * MaxBeats + 32'(beat_i));

  always_comb begin
    corners_o = '0;
    entry = 0;
    if (step_i) begin
      corners_o = reuse_i ? kept[kept_row] : corners_q;
      for (int unsigned c = 0; c < 8; c++) begin
        if (served_i[c]) begin
          entry = 32'(banks_i[c*BankBits +: BankBits]) * WordEntries + 32'(places_i[c*PlaceBits +: PlaceBits]);
          corners_o[c*EntryWidth +: EntryWidth] = data_i[entry*EntryWidth +: EntryWidth];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (step_i) corners_q <= corners_o;
    if (step_i && complete_i && keep_i) kept[kept_row] <= corners_o;
  end
endmodule
