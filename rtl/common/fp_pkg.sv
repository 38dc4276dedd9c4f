// fp16 and fp32 arithmetic of the datapath: IEEE 754, to nearest even, subnormals kept, and one NaN (0x7E00, 0x7FC00000) whatever NaN goes in
// (docs/timing.md, section 5). A significand in flight carries bits below its last place, the lowest of them sticky: it remembers whether anything was
// shifted out (rounding to odd). Normalisation goes in fixed steps of powers of two and never below the exponent of a subnormal number.
package fp_pkg;
  localparam logic [15:0] Fp16NaN = 16'h7E00;
  localparam logic [15:0] Fp16Infinity = 16'h7C00;
  localparam logic [31:0] Fp32NaN = 32'h7FC0_0000;
  localparam logic [31:0] Fp32Infinity = 32'h7F80_0000;

  // A subnormal number has the exponent of the smallest normal ones.
  function automatic logic [7:0] fp32_exponent(input logic [7:0] field);
    fp32_exponent = {field[7:1], field[0] || field == '0};
  endfunction

  // Rounds 24 bits above four more. The exponent is at least 1; a leading 0 means a subnormal number, and then it is 1.
  // A carry of the rounding moves into the exponent by itself.
  function automatic logic [31:0] fp32_round(input logic sign, input logic [8:0] exponent, input logic [27:0] significand);
    logic up;
    logic [7:0] field;
    if (exponent >= 9'd255) begin
      fp32_round = {sign, Fp32Infinity[30:0]};
    end else begin
      up = significand[3] && (significand[4] || significand[2:0] != '0);
      field = significand[27] ? exponent[7:0] : 8'd0;
      fp32_round = {sign, {field, significand[26:4]} + 31'(up)};
    end
  endfunction

  // The sum of an infinity or a NaN, `larger`, and something that has no larger magnitude.
  function automatic logic [31:0] fp32_add_special(input logic [31:0] larger, input logic [31:0] smaller);
    fp32_add_special = larger;
    if (larger[22:0] != '0 || smaller == {!larger[31], Fp32Infinity[30:0]}) fp32_add_special = Fp32NaN;
  endfunction

  // The sum of two finite numbers before its rounding: {exponent, significand}; `larger` has the larger magnitude. If it is subnormal, so is the other, and
  // nothing is shifted out; if not, a cancellation of more than a bit starts from neighbouring exponents, and again nothing was shifted out.
  // Few branches: simulation would mispredict those that the data decides.
  function automatic logic [36:0] fp32_add_exact(input logic [31:0] larger, input logic [31:0] smaller);
    logic [8:0] exponent;
    logic [7:0] distance;
    logic [27:0] sum, addend, below;
    logic step, subtract;
    exponent = {1'b0, fp32_exponent(larger[30:23])};
    distance = exponent[7:0] - fp32_exponent(smaller[30:23]);
    if (distance > 8'd31) distance = 8'd31;  // all of it is below the last place from 27 on
    sum = {1'b0, larger[30:23] != '0, larger[22:0], 3'b0};
    addend = {1'b0, smaller[30:23] != '0, smaller[22:0], 3'b0};
    below = addend & ~(28'hFFF_FFFF << distance[4:0]);
    addend = (addend >> distance[4:0]) | 28'(below != '0);
    subtract = larger[31] ^ smaller[31];
    sum = sum + (addend ^ {28{subtract}}) + 28'(subtract);
    // Bit 27 is the carry of an addition, so that the exponent that belongs to it is one more.
    exponent = exponent + 9'd1;
    if (sum[27:26] == '0) begin
      step = sum[27:12] == '0 && exponent > 9'd16;
      sum = sum << {step, 4'd0};
      exponent = exponent - {4'd0, step, 4'd0};
      step = sum[27:20] == '0 && exponent > 9'd8;
      sum = sum << {step, 3'd0};
      exponent = exponent - {5'd0, step, 3'd0};
      step = sum[27:24] == '0 && exponent > 9'd4;
      sum = sum << {step, 2'd0};
      exponent = exponent - {6'd0, step, 2'd0};
      step = sum[27:26] == '0 && exponent > 9'd2;
      sum = sum << {step, 1'd0};
      exponent = exponent - {7'd0, step, 1'd0};
    end
    step = !sum[27] && exponent > 9'd1;
    sum = sum << step;
    exponent = exponent - {8'd0, step};
    fp32_add_exact = {exponent, sum};
  endfunction

  function automatic logic [31:0] fp32_add(input logic [31:0] a, input logic [31:0] b);
    // verilator no_inline_task
    logic [31:0] larger, smaller;
    logic [36:0] exact;
    larger = a[30:0] >= b[30:0] ? a : b;
    smaller = a[30:0] >= b[30:0] ? b : a;
    if (larger[30:23] == 8'hFF) begin
      fp32_add = fp32_add_special(larger, smaller);
    end else begin
      exact = fp32_add_exact(larger, smaller);
      fp32_add = fp32_round(exact[27:0] != '0 ? larger[31] : larger[31] && smaller[31], exact[36:28], exact[27:0]);
    end
  endfunction

  function automatic logic [31:0] fp32_sub(input logic [31:0] a, input logic [31:0] b);
    // verilator no_inline_task
    fp32_sub = fp32_add(a, {!b[31], b[30:0]});
  endfunction

  // What a product gives without arithmetic: {it does, result}. Exponent fields and fractions tell the class, so that any format can ask.
  function automatic logic [32:0] fp32_mul_special(input logic [31:0] a, input logic [31:0] b);
    logic sign;
    sign = a[31] ^ b[31];
    fp32_mul_special = '0;
    if (a[30:23] == 8'hFF || b[30:23] == 8'hFF) begin
      fp32_mul_special = {1'b1, sign, Fp32Infinity[30:0]};
      if (a[30:0] > Fp32Infinity[30:0] || b[30:0] > Fp32Infinity[30:0] || a[30:0] == '0 || b[30:0] == '0) begin
        fp32_mul_special = {1'b1, Fp32NaN};
      end
    end else if (a[30:0] == '0 || b[30:0] == '0) begin
      fp32_mul_special = {1'b1, sign, 31'd0};
    end
  endfunction

  // The product of two finite numbers before its rounding: {exponent, product}. Bit 47 is 1, unless both factors are subnormal: such a product is below
  // anything that fp32 can tell from zero. The exponent is signed.
  function automatic logic [58:0] fp32_mul_exact(input logic [30:0] a, input logic [30:0] b);
    logic [10:0] exponent;
    logic [47:0] product;
    product = 48'({a[30:23] != '0, a[22:0]}) * 48'({b[30:23] != '0, b[22:0]});
    exponent = {3'd0, fp32_exponent(a[30:23])} + {3'd0, fp32_exponent(b[30:23])} - 11'd126;
    if (product[47:46] == '0) begin
      if (product[47:32] == '0) begin
        product = product << 16;
        exponent = exponent - 11'd16;
      end
      if (product[47:40] == '0) begin
        product = product << 8;
        exponent = exponent - 11'd8;
      end
      if (product[47:44] == '0) begin
        product = product << 4;
        exponent = exponent - 11'd4;
      end
      if (product[47:46] == '0) begin
        product = product << 2;
        exponent = exponent - 11'd2;
      end
    end
    if (!product[47]) begin
      product = product << 1;
      exponent = exponent - 11'd1;
    end
    fp32_mul_exact = {exponent, product};
  endfunction

  function automatic logic [31:0] fp32_mul(input logic [31:0] a, input logic [31:0] b);
    // verilator no_inline_task
    logic [32:0] special;
    logic [10:0] exponent, distance;
    logic [47:0] product;
    logic [27:0] significand, below;
    special = fp32_mul_special(a, b);
    if (special[32]) begin
      fp32_mul = special[31:0];
    end else begin
      {exponent, product} = fp32_mul_exact(a[30:0], b[30:0]);
      significand = {product[47:21], product[20:0] != '0};
      if ($signed(exponent) < 11'sd1) begin
        distance = 11'd1 - exponent;
        if (distance > 11'd31) distance = 11'd31;  // all of it is below the last place from 28 on
        below = significand & ~(28'hFFF_FFFF << distance[4:0]);
        significand = (significand >> distance[4:0]) | 28'(below != '0);
        exponent = 11'd1;
      end
      fp32_mul = fp32_round(a[31] ^ b[31], exponent[8:0], significand);
    end
  endfunction

  // a x b + c with one rounding. Product and c are 48 bits above guard, round and sticky; the one with the smaller exponent is shifted. A subnormal c stays
  // as it is: the last place of the result is then c's own, far above what is shifted out.
  function automatic logic [31:0] fp32_fma(input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    // verilator no_inline_task
    logic [32:0] special;
    logic sign, swap, subtract, step;
    logic [10:0] product_exponent, c_exponent, exponent, distance;
    logic [47:0] product;
    logic [51:0] sum, addend, below;
    special = fp32_mul_special(a, b);
    if (special[32] || c[30:23] == 8'hFF) begin
      fp32_fma = fp32_add(special[32] ? special[31:0] : '0, c);
    end else begin
      {product_exponent, product} = fp32_mul_exact(a[30:0], b[30:0]);
      c_exponent = {3'd0, fp32_exponent(c[30:23])};
      swap = $signed(product_exponent) < $signed(c_exponent);
      sum = {1'b0, product, 3'b0};
      addend = {1'b0, c[30:23] != '0, c[22:0], 27'b0};
      if (swap) begin
        sum = addend;
        addend = {1'b0, product, 3'b0};
      end
      exponent = swap ? c_exponent : product_exponent;
      distance = swap ? c_exponent - product_exponent : product_exponent - c_exponent;
      if (distance > 11'd63) distance = 11'd63;  // all of it is below the last place from 51 on
      below = addend & ~(52'hF_FFFF_FFFF_FFFF << distance[5:0]);
      addend = (addend >> distance[5:0]) | 52'(below != '0);
      subtract = a[31] ^ b[31] ^ c[31];
      sign = (a[31] ^ b[31]) ^ (subtract && (sum >= addend) == swap);  // that of the larger magnitude
      if (subtract) sum = sum >= addend ? sum - addend : addend - sum;
      else sum = sum + addend;
      // Bit 51 is the carry of an addition, so that the exponent that belongs to it is one more.
      exponent = exponent + 11'd1;
      if (sum[51:50] == '0) begin
        step = sum[51:20] == '0 && exponent > 11'd32;
        sum = sum << {step, 5'd0};
        exponent = exponent - {5'd0, step, 5'd0};
        step = sum[51:36] == '0 && exponent > 11'd16;
        sum = sum << {step, 4'd0};
        exponent = exponent - {6'd0, step, 4'd0};
        step = sum[51:44] == '0 && exponent > 11'd8;
        sum = sum << {step, 3'd0};
        exponent = exponent - {7'd0, step, 3'd0};
        step = sum[51:48] == '0 && exponent > 11'd4;
        sum = sum << {step, 2'd0};
        exponent = exponent - {8'd0, step, 2'd0};
        step = sum[51:50] == '0 && exponent > 11'd2;
        sum = sum << {step, 1'd0};
        exponent = exponent - {9'd0, step, 1'd0};
      end
      step = !sum[51] && exponent > 11'd1;
      sum = sum << step;
      exponent = exponent - {10'd0, step};
      fp32_fma = fp32_round(sign && sum != '0, exponent[8:0], {sum[51:25], sum[24:0] != '0});
    end
  endfunction

  // The largest whole number that is not above a; -0 stays.
  function automatic logic [31:0] fp32_floor(input logic [31:0] a);
    // verilator no_inline_task
    logic [22:0] fraction;
    if (a[30:0] > Fp32Infinity[30:0]) begin
      fp32_floor = Fp32NaN;
    end else if (a[30:23] >= 8'd150 || a[30:0] == '0) begin
      fp32_floor = a;
    end else if (a[30:23] < 8'd127) begin
      fp32_floor = a[31] ? 32'hBF80_0000 : 32'd0;
    end else begin
      fraction = 23'h7F_FFFF >> 5'(a[30:23] - 8'd127);
      fp32_floor = a;
      if (a[31] && (a[22:0] & fraction) != '0) fp32_floor = a + {9'd0, fraction};  // away from zero; a carry moves into the exponent
      fp32_floor = fp32_floor & ~{9'd0, fraction};
    end
  endfunction

  // The low 32 bits of a whole number as a two's complement int64. 0 for what is not below 2^62 in magnitude, as for NaN and infinities: the lowest bit of
  // an fp32 number from 2^55 on is worth 2^32 or more.
  function automatic logic [31:0] fp32_to_index(input logic [31:0] a);
    // verilator no_inline_task
    logic [31:0] magnitude;
    magnitude = {8'd0, 1'b1, a[22:0]};
    if (a[30:23] < 8'd127 || a[30:23] >= 8'd182) begin
      magnitude = '0;
    end else if (a[30:23] >= 8'd150) begin
      magnitude = magnitude << 5'(a[30:23] - 8'd150);
    end else begin
      magnitude = magnitude >> 5'(8'd150 - a[30:23]);
    end
    fp32_to_index = a[31] ? -magnitude : magnitude;
  endfunction

  // What compares <= 0 becomes +0; NaN stays.
  function automatic logic [31:0] fp32_relu(input logic [31:0] a);
    // verilator no_inline_task
    if (a[30:0] > Fp32Infinity[30:0]) begin
      fp32_relu = Fp32NaN;
    end else begin
      fp32_relu = a[31] ? '0 : a;
    end
  endfunction

  // Exact.
  function automatic logic [31:0] fp16_to_fp32(input logic [15:0] a);
    // verilator no_inline_task
    logic [7:0] exponent;
    logic [9:0] fraction;
    if (a[14:0] == '0) begin
      fp16_to_fp32 = {a[15], 31'd0};
    end else if (a[14:10] == 5'h1F) begin
      fp16_to_fp32 = a[9:0] != '0 ? Fp32NaN : {a[15], Fp32Infinity[30:0]};
    end else begin
      exponent = 8'd112 + 8'(a[14:10]);
      fraction = a[9:0];
      if (a[14:10] == '0) begin  // the leading 1 moves up to just above the fraction
        if (fraction[9:2] == '0) begin
          fraction = fraction << 8;
          exponent = exponent - 8'd8;
        end
        if (fraction[9:6] == '0) begin
          fraction = fraction << 4;
          exponent = exponent - 8'd4;
        end
        if (fraction[9:8] == '0) begin
          fraction = fraction << 2;
          exponent = exponent - 8'd2;
        end
        if (!fraction[9]) begin
          fraction = fraction << 1;
          exponent = exponent - 8'd1;
        end
        fraction = fraction << 1;
      end
      fp16_to_fp32 = {a[15], exponent, fraction, 13'd0};
    end
  endfunction

  function automatic logic [15:0] fp32_to_fp16(input logic [31:0] a);
    // verilator no_inline_task
    logic [27:0] value;  // fp16 above 13 bits
    logic [7:0] distance;
    logic sticky;
    if (a[30:0] > Fp32Infinity[30:0]) begin
      fp32_to_fp16 = Fp16NaN;
    end else if (a[30:23] >= 8'd143) begin  // from 2^16 on; from 65520 on the carry of the rounding ends there too
      fp32_to_fp16 = {a[31], Fp16Infinity[14:0]};
    end else begin
      if (a[30:23] >= 8'd113) begin
        value = 28'(a[30:0] - {8'd112, 23'd0});
      end else begin  // the last place stays 2^-24
        value = {4'd0, a[30:23] != '0, a[22:0]};
        distance = 8'd113 - a[30:23];
        if (distance > 8'd24) begin
          value = 28'(value != '0);
        end else begin
          sticky = (value & ~(28'hFFF_FFFF << distance[4:0])) != '0;
          value = (value >> distance[4:0]) | 28'(sticky);
        end
      end
      fp32_to_fp16 = {a[31], value[27:13] + 15'(value[12] && (value[13] || value[11:0] != '0))};
    end
  endfunction

  // The product as fp32, exact: 22 bits, and no exponent below 2^-48.
  function automatic logic [31:0] fp16_mul_fp32(input logic [15:0] a, input logic [15:0] b);
    // verilator no_inline_task
    logic sign;
    logic [21:0] product;
    logic [7:0] exponent;
    sign = a[15] ^ b[15];
    if (a[14:10] == 5'h1F || b[14:10] == 5'h1F) begin
      fp16_mul_fp32 = {sign, Fp32Infinity[30:0]};
      if (a[14:0] > Fp16Infinity[14:0] || b[14:0] > Fp16Infinity[14:0] || a[14:0] == '0 || b[14:0] == '0) fp16_mul_fp32 = Fp32NaN;
    end else if (a[14:0] == '0 || b[14:0] == '0) begin
      fp16_mul_fp32 = {sign, 31'd0};
    end else begin
      product = 22'({a[14:10] != '0, a[9:0]}) * 22'({b[14:10] != '0, b[9:0]});
      exponent = 8'd98 + {3'd0, a[14:11], a[10] || a[14:10] == '0} + {3'd0, b[14:11], b[10] || b[14:10] == '0};
      if (product[21:20] == '0) begin
        if (product[21:6] == '0) begin
          product = product << 16;
          exponent = exponent - 8'd16;
        end
        if (product[21:14] == '0) begin
          product = product << 8;
          exponent = exponent - 8'd8;
        end
        if (product[21:18] == '0) begin
          product = product << 4;
          exponent = exponent - 8'd4;
        end
        if (product[21:20] == '0) begin
          product = product << 2;
          exponent = exponent - 8'd2;
        end
      end
      if (!product[21]) begin
        product = product << 1;
        exponent = exponent - 8'd1;
      end
      fp16_mul_fp32 = {sign, exponent, product[20:0], 2'b0};
    end
  endfunction

  // a x b + c with one rounding. The exact product is added in fp32 rounded to odd, which a rounding to 11 bits or fewer cannot tell from the exact sum
  // (Boldo & Melquiond 2008: two bits more are enough; here there are 13).
  function automatic logic [15:0] fp16_fma(input logic [15:0] a, input logic [15:0] b, input logic [15:0] c);
    // verilator no_inline_task
    logic [31:0] product, addend, larger, smaller, sum;
    logic [36:0] exact;
    product = fp16_mul_fp32(a, b);
    addend = fp16_to_fp32(c);
    larger = product[30:0] >= addend[30:0] ? product : addend;
    smaller = product[30:0] >= addend[30:0] ? addend : product;
    if (larger[30:23] == 8'hFF) begin
      sum = fp32_add_special(larger, smaller);
    end else begin
      exact = fp32_add_exact(larger, smaller);
      sum[31] = exact[27:0] != '0 ? larger[31] : larger[31] && smaller[31];
      sum[30:0] = 31'({exact[27] ? exact[36:28] : 9'd0, exact[26:5], exact[4:0] != '0});
    end
    fp16_fma = fp32_to_fp16(sum);
  endfunction

  // code x 2^exponent, both two's complement, rounded once.
  function automatic logic [15:0] int8_to_fp16(input logic [7:0] code, input logic [7:0] exponent);
    // verilator no_inline_task
    logic [7:0] magnitude;
    logic [9:0] biased, distance;
    logic [11:0] value;  // leading 1, ten bits, a round bit
    logic sticky;
    magnitude = code[7] ? -code : code;
    biased = {{2{exponent[7]}}, exponent} + 10'd22;
    if (magnitude == '0) begin
      int8_to_fp16 = '0;
    end else begin
      if (magnitude[7:4] == '0) begin
        magnitude = magnitude << 4;
        biased = biased - 10'd4;
      end
      if (magnitude[7:6] == '0) begin
        magnitude = magnitude << 2;
        biased = biased - 10'd2;
      end
      if (!magnitude[7]) begin
        magnitude = magnitude << 1;
        biased = biased - 10'd1;
      end
      if ($signed(biased) > 10'sd30) begin
        int8_to_fp16 = {code[7], Fp16Infinity[14:0]};
      end else if ($signed(biased) > 10'sd0) begin
        int8_to_fp16 = {code[7], biased[4:0], magnitude[6:0], 3'd0};
      end else begin  // the last place stays 2^-24
        distance = 10'd1 - biased;
        if (distance > 10'd12) begin
          int8_to_fp16 = {code[7], 15'd0};
        end else begin
          value = {magnitude, 4'd0};
          sticky = (value & ~(12'hFFF << distance[3:0])) != '0;
          value = value >> distance[3:0];
          int8_to_fp16 = {code[7], 4'd0, value[11:1] + 11'(value[0] && (value[1] || sticky))};
        end
      end
    end
  endfunction
endpackage
