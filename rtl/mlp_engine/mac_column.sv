// One column of the array: a weight per row, in use and in the shadow, the products of a query's inputs with them, and their sum in fp32 by a balanced tree
// that adds neighbours 2i and 2i + 1 (docs/timing.md, section 5).
module mac_column #(
  parameter int unsigned Rows = 16,
  parameter int unsigned Segments = 1,
  localparam int unsigned PlaceBits = (Segments > 1) ? $clog2(Segments) : 1
) (
  input  logic                      clk_i,
  // into the shadow: for the rows marked, the weight in the place of the row
  input  logic                      load_i,
  input  logic [Rows-1:0]           load_rows_i,
  input  logic [Rows*PlaceBits-1:0] load_places_i,
  input  logic [Segments*16-1:0]    load_data_i,
  // from the shadow into use
  input  logic                      activate_i,
  // a query; +0 without one
  input  logic                      valid_i,
  input  logic [Rows-1:0]           leaves_i,      // rows that have an input; others add +0, whatever their weight
  input  logic [Rows*16-1:0]        operands_i,
  output logic [31:0]               sum_o
);
  // verilator no_inline_module
  logic [Rows*16-1:0] shadow_q, shadow_d, weights_q;

  // What a column does stands in a task and a function: Verilator compiles those once, and the statements of a process once for every column.
  task automatic load(input logic [Rows*16-1:0] weights, input logic [Rows-1:0] rows, input logic [Rows*PlaceBits-1:0] places,
                      input logic [Segments*16-1:0] data, output logic [Rows*16-1:0] loaded);
    // verilator no_inline_task
    loaded = weights;
    for (int unsigned r = 0; r < Rows; r++) begin
      if (rows[r]) loaded[r*16 +: 16] = data[places[r*PlaceBits +: PlaceBits]*16 +: 16];
    end
  endtask

  // Node n of the tree adds nodes 2n and 2n + 1; the leaves begin at Rows.
  function automatic logic [31:0] sum_of_products(input logic [Rows-1:0] leaves, input logic [Rows*16-1:0] operands, input logic [Rows*16-1:0] weights);
    // verilator no_inline_task
    logic [2*Rows*32-1:0] nodes;
    nodes[31:0] = '0;  // there is no node 0
    for (int unsigned r = 0; r < Rows; r++) begin
      nodes[(Rows + r)*32 +: 32] = '0;
      if (leaves[r]) nodes[(Rows + r)*32 +: 32] = fp_pkg::fp16_mul_fp32(operands[r*16 +: 16], weights[r*16 +: 16]);
    end
    for (int unsigned n = Rows - 1; n > 0; n--) nodes[n*32 +: 32] = fp_pkg::fp32_add(nodes[2*n*32 +: 32], nodes[(2*n + 1)*32 +: 32]);
    sum_of_products = nodes[63:32];
  endfunction

  always_comb begin
    shadow_d = shadow_q;
    if (load_i) load(shadow_q, load_rows_i, load_places_i, load_data_i, shadow_d);
  end

  always_ff @(posedge clk_i) begin
    if (load_i) shadow_q <= shadow_d;
    if (activate_i) weights_q <= shadow_q;
  end

  always_comb begin
    sum_o = '0;
    if (valid_i) sum_o = sum_of_products(leaves_i, operands_i, weights_q);
  end
endmodule
