// Which rows of which columns a memory row of weights goes to. The weights of a phase are numbered by rows of its array tile, in segments of 16 columns:
// segment r x groups + g belongs to row r, columns 16 g .. 16 g + 15, and sits in place `segment mod Segments` of memory row `segment / Segments`. The
// places are given for g = 0; a group of columns that sees the segments rotated by g can use them too.
module weight_spread #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Cols = 16,
  parameter int unsigned Segments = 1,
  localparam int unsigned Groups = Cols / 16,
  localparam int unsigned GroupBits = $clog2(Groups + 1),
  localparam int unsigned LoadBits = $clog2(Rows * Groups + 1),
  localparam int unsigned PlaceBits = (Segments > 1) ? $clog2(Segments) : 1
) (
  input  logic                      load_i,
  input  logic [LoadBits-1:0]       load_row_i,
  input  logic [GroupBits-1:0]      load_groups_i,
  // array row r at its multiple
  output logic [Rows*PlaceBits-1:0] places_o,
  output logic [Groups*Rows-1:0]    rows_o        // of group g at g x Rows
);
  localparam int unsigned SegmentShift = $clog2(Segments);

  logic [LoadBits-1:0] first, segment;

  always_comb begin
    places_o = '0;
    rows_o = '0;
    first = '0;
    segment = '0;
    if (load_i) begin
      for (int unsigned r = 0; r < Rows; r++) begin
        first = LoadBits'(r) * LoadBits'(load_groups_i);
        if (Segments > 1) places_o[r*PlaceBits +: PlaceBits] = first[PlaceBits-1:0];
        for (int unsigned g = 0; g < Groups; g++) begin
          segment = first + LoadBits'(g);
          rows_o[g*Rows + r] = GroupBits'(g) < load_groups_i && (segment >> SegmentShift) == load_row_i;
        end
      end
    end
  end
endmodule
