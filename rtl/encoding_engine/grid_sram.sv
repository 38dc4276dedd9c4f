// The banks of the grid SRAM, and the way of every access to its bank. While the engine is idle the table port writes rows instead.
module grid_sram #(
  parameter int unsigned Banks = 8,
  parameter int unsigned BankRows = 1024,
  parameter int unsigned Width = 16,
  parameter int unsigned Latency = 1,
  parameter int unsigned BeatBits = 1,
  localparam int unsigned BankBits = (Banks > 1) ? $clog2(Banks) : 1,
  localparam int unsigned RowBits = (BankRows > 1) ? $clog2(BankRows) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // accesses of one step, corner 0 lowest; at most one a bank
  input  logic                  step_i,
  input  logic [7:0]            accesses_i,
  input  logic [8*BankBits-1:0] banks_i,
  input  logic [8*RowBits-1:0]  rows_i,
  input  logic [BeatBits-1:0]   beat_i,
  // table port
  input  logic                  write_i,
  input  logic [BankBits-1:0]   write_bank_i,
  input  logic [RowBits-1:0]    write_row_i,
  input  logic [Width-1:0]      write_data_i,
  // `Latency` edges after the step, bank 0 lowest
  output logic [Banks*Width-1:0] data_o
);
  logic [Banks-1:0] access;
  (* mem2reg *) logic [RowBits-1:0] row [Banks];

  always_comb begin
    access = '0;
    for (int unsigned b = 0; b < Banks; b++) row[b] = write_row_i;
    if (step_i) begin
      for (int unsigned c = 0; c < 8; c++) begin
        if (accesses_i[c]) begin
          access[banks_i[c*BankBits +: BankBits]] = 1'b1;
          row[banks_i[c*BankBits +: BankBits]] = rows_i[c*RowBits +: RowBits] + RowBits'(beat_i);
        end
      end
    end
    if (write_i) access[write_bank_i] = 1'b1;
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Width-1:0] read_data;
    logic read_q, unused_valid;
    sram_bank #(.Width(Width), .Rows(BankRows)) u_bank (
      .clk_i, .access_i(access[b]), .write_i, .row_i(row[b]), .write_data_i, .read_data_o(read_data)
    );
    // The first register is the macro's own.
    delay_pipe #(.Width(Width), .Stages(Latency - 1)) u_way_back (
      .clk_i, .rst_ni, .in_valid_i(read_q), .in_data_i(read_data), .out_valid_o(unused_valid), .out_data_o(data_o[b*Width +: Width])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) read_q <= 1'b0;
      else read_q <= access[b] && !write_i;
    end
  end
endmodule
