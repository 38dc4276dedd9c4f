// From a position to its cell on a level and the place within: fma(scale, x, 0.5), floor, fraction, in fp32 (docs/timing.md, section 5).
// The stages after the first are there for register retiming.
module pos_fract #(
  parameter int unsigned Cycles = 1,
  parameter int unsigned TagBits = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               volume_i,      // three dimensions; in two, z is 0
  // what enters at this edge
  input  logic               in_valid_i,
  input  logic [31:0]        in_scale_i,
  input  logic [95:0]        in_position_i,
  input  logic [TagBits-1:0] in_tag_i,
  // `Cycles` edges later
  output logic               out_valid_o,
  output logic [95:0]        out_cell_o,    // integer coordinates modulo 2^32, x lowest
  output logic [95:0]        out_fraction_o,
  output logic [TagBits-1:0] out_tag_o
);
  localparam logic [31:0] Half = 32'h3F00_0000;

  logic [95:0] cell_now, fraction_now;
  logic [31:0] place, lower;

  always_comb begin
    cell_now = '0;
    fraction_now = '0;
    place = '0;
    lower = '0;
    if (in_valid_i) begin
      for (int unsigned d = 0; d < 3; d++) begin
        if (d < 2 || volume_i) begin
          place = fp_pkg::fp32_fma(in_scale_i, in_position_i[d*32 +: 32], Half);
          lower = fp_pkg::fp32_floor(place);
          cell_now[d*32 +: 32] = fp_pkg::fp32_to_index(lower);
          fraction_now[d*32 +: 32] = fp_pkg::fp32_sub(place, lower);
        end
      end
    end
  end

  delay_pipe #(.Width(192 + TagBits), .Stages(Cycles)) u_stages (
    .clk_i, .rst_ni,
    .in_valid_i, .in_data_i({in_tag_i, fraction_now, cell_now}),
    .out_valid_o, .out_data_o({out_tag_o, out_fraction_o, out_cell_o})
  );
endmodule
