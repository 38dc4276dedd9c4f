// Table entries of the corners of a cell: the spatial hash of tiny-cuda-nn or the sum of coordinate x stride, modulo 2^32, then modulo the entries of the
// level. The quotient comes from a multiplication by the inverse of the divisor (Granlund & Montgomery 1994). Bit d of a corner's number selects its upper
// neighbour along dimension d.
module corner_entries (
  input  logic         valid_i,
  input  logic         volume_i,
  input  logic [95:0]  cell_i,
  // registers of the level
  input  logic         hashed_i,
  input  logic [95:0]  strides_i,
  input  logic [31:0]  entries_i,
  input  logic [31:0]  magic_i,
  input  logic [4:0]   shift_i,
  // 32 bits a corner
  output logic [255:0] entries_o
);
  // Primes of tiny-cuda-nn, x lowest.
  localparam logic [95:0] Primes = {32'd805459861, 32'd2654435761, 32'd1};

  logic [95:0] factors, lower, upper;
  logic [31:0] number, along, high, quotient;

  always_comb begin
    factors = '0;
    lower = '0;
    upper = '0;
    number = '0;
    along = '0;
    high = '0;
    quotient = '0;
    entries_o = '0;
    if (valid_i) begin
      factors = hashed_i ? Primes : strides_i;
      for (int unsigned d = 0; d < 3; d++) begin
        if (d < 2 || volume_i) begin
          lower[d*32 +: 32] = cell_i[d*32 +: 32] * factors[d*32 +: 32];
          upper[d*32 +: 32] = lower[d*32 +: 32] + factors[d*32 +: 32];
        end
      end
      for (int unsigned c = 0; c < 8; c++) begin
        if (c < 4 || volume_i) begin
          number = '0;
          for (int unsigned d = 0; d < 3; d++) begin
            along = ((c >> d) % 2 != 0) ? upper[d*32 +: 32] : lower[d*32 +: 32];
            number = hashed_i ? number ^ along : number + along;
          end
          high = 32'((64'(number) * 64'(magic_i)) >> 32);
          quotient = 32'((33'(high) + 33'(number)) >> shift_i);
          entries_o[c*32 +: 32] = number - quotient * entries_i;
        end
      end
    end
  end
endmodule
