// Run-time registers of the MLP engine: the shape of the network. Written while the engine does not run.
`include "ngpc_assert.svh"

module mlp_registers #(
  parameter int unsigned MaxLayers = 6,
  parameter int unsigned MaxWidth = 64,
  localparam int unsigned CountBits = $clog2(MaxLayers + 1),
  localparam int unsigned SizeBits = $clog2(MaxWidth + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // register port
  input  logic                          cfg_we_i,
  input  logic [11:0]                   cfg_addr_i,
  input  logic [31:0]                   cfg_data_i,
  // registers; layer l at its multiple of the element's width
  output logic [CountBits-1:0]          layers_o,
  output logic                          double_buffering_o,
  output logic [MaxLayers*SizeBits-1:0] inputs_o,
  output logic [MaxLayers*SizeBits-1:0] outputs_o,
  output logic [MaxLayers-1:0]          relu_o,
  output logic [MaxLayers-1:0]          append_direction_o,
  output logic [MaxLayers-1:0]          first_output_leaves_o
);
  localparam logic [11:0] AddressLayers = 12'h000;
  localparam logic [11:0] AddressDoubleBuffering = 12'h001;
  localparam logic [11:0] AddressFirstLayer = 12'h100;
  localparam logic [2:0] FieldInputs = 3'd0;
  localparam logic [2:0] FieldOutputs = 3'd1;
  localparam logic [2:0] FieldRelu = 3'd2;
  localparam logic [2:0] FieldAppendDirection = 3'd3;
  localparam logic [2:0] FieldFirstOutputLeaves = 3'd4;

  logic [CountBits-1:0] layers_q;
  logic double_buffering_q;

  assign layers_o = layers_q;
  assign double_buffering_o = double_buffering_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      layers_q <= CountBits'(1);
      double_buffering_q <= 1'b0;
    end else if (cfg_we_i) begin
      if (cfg_addr_i == AddressLayers) layers_q <= cfg_data_i[CountBits-1:0];
      if (cfg_addr_i == AddressDoubleBuffering) double_buffering_q <= cfg_data_i[0];
    end
  end

  for (genvar l = 0; l < MaxLayers; l++) begin : gen_layer
    localparam logic [8:0] Place = AddressFirstLayer[11:3] + 9'(l);
    logic [SizeBits-1:0] inputs_q, outputs_q;
    logic relu_q, append_direction_q, first_output_leaves_q;

    assign inputs_o[l*SizeBits +: SizeBits] = inputs_q;
    assign outputs_o[l*SizeBits +: SizeBits] = outputs_q;
    assign relu_o[l] = relu_q;
    assign append_direction_o[l] = append_direction_q;
    assign first_output_leaves_o[l] = first_output_leaves_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        inputs_q <= SizeBits'(1);
        outputs_q <= SizeBits'(1);
        relu_q <= 1'b0;
        append_direction_q <= 1'b0;
        first_output_leaves_q <= 1'b0;
      end else if (cfg_we_i && cfg_addr_i[11:3] == Place) begin
        unique case (cfg_addr_i[2:0])
          FieldInputs: inputs_q <= cfg_data_i[SizeBits-1:0];
          FieldOutputs: outputs_q <= cfg_data_i[SizeBits-1:0];
          FieldRelu: relu_q <= cfg_data_i[0];
          FieldAppendDirection: append_direction_q <= cfg_data_i[0];
          FieldFirstOutputLeaves: first_output_leaves_q <= cfg_data_i[0];
          default: ;
        endcase
      end
    end
  end

  `NGPC_ASSERT_INIT(LayersHaveAddresses, MaxLayers <= (4096 - 256) / 8)
  `NGPC_ASSERT(LayersInRange, !(cfg_we_i && cfg_addr_i == AddressLayers) || (cfg_data_i >= 1 && cfg_data_i <= MaxLayers))
  `NGPC_ASSERT(SizesInRange, !(cfg_we_i && cfg_addr_i >= AddressFirstLayer && cfg_addr_i[2:0] <= FieldOutputs) ||
                             (cfg_data_i >= 1 && cfg_data_i <= MaxWidth))
  `NGPC_ASSERT(LayerExists, !cfg_we_i || cfg_addr_i[11:3] < AddressFirstLayer[11:3] + 9'(MaxLayers))
endmodule
