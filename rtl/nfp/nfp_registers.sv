// Run-time registers of unit 0, and the turn of the groups: which lanes the next query goes to, at one end of the lanes. The fork and the join each have a
// turn of their own, since queries are on their way between them.
`include "ngpc_assert.svh"

module nfp_registers (
  input  logic        clk_i,
  input  logic        rst_ni,
  // register port
  input  logic        cfg_we_i,
  input  logic [11:0] cfg_addr_i,
  input  logic [31:0] cfg_data_i,
  // registers
  output logic [7:0]  levels_o,
  output logic [7:0]  groups_o,
  output logic [7:0]  lanes_o,
  output logic [3:0]  features_o,
  output logic        use_direction_o
);
  logic [7:0] levels_q, groups_q, lanes_q;
  logic [3:0] features_q;
  logic use_direction_q;

  assign levels_o = levels_q;
  assign groups_o = groups_q;
  assign lanes_o = lanes_q;
  assign features_o = features_q;
  assign use_direction_o = use_direction_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      levels_q <= 8'd1;
      groups_q <= 8'd1;
      lanes_q <= 8'd1;
      features_q <= 4'd1;
      use_direction_q <= 1'b0;
    end else if (cfg_we_i) begin
      unique case (cfg_addr_i)
        12'h000: levels_q <= cfg_data_i[7:0];
        12'h001: groups_q <= cfg_data_i[7:0];
        12'h002: lanes_q <= cfg_data_i[7:0];
        12'h003: features_q <= cfg_data_i[3:0];
        12'h004: use_direction_q <= cfg_data_i[0];
        default: ;
      endcase
    end
  end

  `NGPC_ASSERT(HighBitsAreZero, !cfg_we_i || cfg_data_i[31:8] == '0)
endmodule
