// The banks of the grid SRAM. While the engine is idle the table port writes rows instead.
module grid_sram #(
  parameter int unsigned Banks = 8,
  parameter int unsigned BankRows = 1024,
  parameter int unsigned Width = 16,
  parameter int unsigned Latency = 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned RowBits = (BankRows > 1) ? $clog2(BankRows) : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // what each bank reads, bank 0 lowest
  input  logic [Banks-1:0]         access_i,
  input  logic [Banks*RowBits-1:0] rows_i,
  // table port
  input  logic                     write_i,
  input  logic [BankBits-1:0]      write_bank_i,
  input  logic [RowBits-1:0]       write_row_i,
  input  logic [Width-1:0]         write_data_i,
  // `Latency` edges after the access, bank 0 lowest
  output logic [Banks*Width-1:0]   data_o
);
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Width-1:0] read_data;
    logic write, read_q, unused_valid;
    assign write = write_i && write_bank_i == BankBits'(b);
    sram_bank #(.Width(Width), .Rows(BankRows)) u_bank (
      .clk_i, .access_i(access_i[b] || write), .write_i, .row_i(write_i ? write_row_i : rows_i[b*RowBits +: RowBits]), .write_data_i, .read_data_o(read_data)
    );
    // The first register is the macro's own.
    delay_pipe #(.Width(Width), .Stages(Latency - 1)) u_way_back (
      .clk_i, .rst_ni, .in_valid_i(read_q), .in_data_i(read_data), .out_valid_o(unused_valid), .out_data_o(data_o[b*Width +: Width])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) read_q <= 1'b0;
      else read_q <= access_i[b];
    end
  end
endmodule
