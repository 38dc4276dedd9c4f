#pragma once
#include <cstdint>
#include <string>

#include "tests/equiv/arith/fp_ops.h"

namespace ngpcsim::equiv {

/// What a test counts and says: of all operands the first few with another result than an oracle's, in words.
class Agreement {
 public:
  /// Compares with MPFR, and with the compiler where it has the operation. NaN too must be the canonical one.
  void compare(Arithmetic& subject, FpOp op, const Operands& operands);
  [[nodiscard]] std::uint64_t differences() const { return differences_; }
  [[nodiscard]] const std::string& words() const { return words_; }

 private:
  std::uint64_t differences_ = 0;
  std::string words_;
};

/// `count` random operands.
[[nodiscard]] Agreement random_agreement(Arithmetic& subject, FpOp op, std::uint64_t count, std::uint64_t seed);

/// All fp16 numbers, or all codes with all exponents; for conversions to fp16 all fp16 numbers, all midpoints between them, and the fp32 neighbours of both.
[[nodiscard]] Agreement exhaustive_agreement(Arithmetic& subject, FpOp op);

}  // namespace ngpcsim::equiv
