#include "tests/equiv/encoding/stored_table.h"

#include <cmath>

namespace ngpcsim::equiv {

void StoredTable::gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<models::Fp16> out) const {
  check(out.size() == indices.size() * features_, "gather of {} entries into {} features", indices.size(), out.size());
  std::size_t at = 0;
  for (const std::uint32_t index : indices) {
    for (std::uint32_t f = 0; f < features_; ++f) {
      const std::uint16_t bits = stored_bits(level, index, f);
      out[at++] = type_ == models::FeatureType::kFp16 ? models::Fp16{bits} : models::to_fp16(std::ldexp(static_cast<std::int8_t>(bits), exponent(level)));
    }
  }
}

}  // namespace ngpcsim::equiv
