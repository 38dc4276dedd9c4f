// A pipeline that never freezes: what enters at edge t is at the output from t + Stages on, for one edge. Zero stages are wires. Data are
// registered only where valid, so that an empty stage neither toggles nor costs simulation time.
module delay_pipe #(
  parameter int unsigned Width = 8,
  parameter int unsigned Stages = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // input
  input  logic             in_valid_i,
  input  logic [Width-1:0] in_data_i,
  // output; the data mean nothing where not valid
  output logic             out_valid_o,
  output logic [Width-1:0] out_data_o
);
  if (Stages == 0) begin : gen_wires
    logic unused_clock_and_reset;
    assign unused_clock_and_reset = clk_i ^ rst_ni;
    assign out_valid_o = in_valid_i;
    assign out_data_o = in_data_i;
  end else begin : gen_stages
    for (genvar s = 0; s < Stages; s++) begin : gen_stage
      logic valid_d, valid_q;
      logic [Width-1:0] data_d, data_q;
      if (s == 0) begin : gen_first
        assign valid_d = in_valid_i;
        assign data_d = in_data_i;
      end else begin : gen_later
        assign valid_d = gen_stages.gen_stage[s-1].valid_q;
        assign data_d = gen_stages.gen_stage[s-1].data_q;
      end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else valid_q <= valid_d;
      end
      always_ff @(posedge clk_i) begin
        if (valid_d) data_q <= data_d;
      end
    end
    assign out_valid_o = gen_stages.gen_stage[Stages-1].valid_q;
    assign out_data_o = gen_stages.gen_stage[Stages-1].data_q;
  end
endmodule
