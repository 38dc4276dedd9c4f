#pragma once
#include <verilated.h>
#include <verilated_syms.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "sim/base/error.h"

namespace ngpcsim::rtl {

/// The rows of one rtl/common/sram_bank.sv of a Verilated block, through the back door of simulation: filling them takes no edges.
class SramRows {
 public:
  /// `scope` is the instance, such as "name.encoding_engine.u_grid_sram.gen_bank[0].u_bank", `name` being the one the Verilated top was made with.
  SramRows(const VerilatedContext& context, const std::string& scope) {
    const VerilatedScope* found = context.scopeFind(scope.c_str());
    check(found != nullptr, "the RTL has no SRAM {}", scope);
    VerilatedVar* const rows = found->varFind("rows");
    check(rows != nullptr && rows->dims() == 2, "{} has no rows", scope);
    data_ = static_cast<std::uint8_t*>(rows->datap());
    row_bytes_ = rows->entSize();
    rows_ = static_cast<std::uint32_t>(rows->unpacked().elements());
  }

  /// `words` are the 32-bit parts of a row, the lowest first; parts beyond the width of the SRAM are dropped.
  void write(std::uint32_t row, std::span<const std::uint32_t> words) {
    // Up to 64 bits a row is one unsigned integer as wide as needed, beyond that an array of 32-bit words, the lowest first.
    static_assert(std::endian::native == std::endian::little);
    check(row < rows_ && words.size_bytes() >= row_bytes_, "row {} of {} bytes in an SRAM of {} rows of {}", row, words.size_bytes(), rows_, row_bytes_);
    std::memcpy(data_ + std::size_t{row} * row_bytes_, words.data(), row_bytes_);
  }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t row_bytes_ = 0;
  std::uint32_t rows_ = 0;
};

}  // namespace ngpcsim::rtl
