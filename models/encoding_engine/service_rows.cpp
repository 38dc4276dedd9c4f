#include "models/encoding_engine/service_rows.h"

#include <algorithm>
#include <cstring>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {

namespace {

using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;

/// Sum of 32 bytes, each at most 63.
[[gnu::always_inline]] inline std::uint64_t sum_of(const Bytes32& bytes) {
  constexpr std::uint64_t kEven = 0x00FF00FF00FF00FF;
  std::uint64_t words[4];
  std::memcpy(words, &bytes, sizeof words);
  const std::uint64_t columns = words[0] + words[1] + words[2] + words[3];  // at most 252 per byte
  return (((columns & kEven) + ((columns >> 8) & kEven)) * 0x0001000100010001) >> 48;
}

}  // namespace

NGPCSIM_ISA_CLONES void add_histogram(const std::uint8_t* fullest, std::uint32_t count, std::array<std::uint64_t, 9>& histogram) {
  constexpr std::uint32_t kBytes = sizeof(Bytes32);
  constexpr std::uint32_t kMostVectors = 63;
  std::uint32_t i = 0;
  while (count - i >= kBytes) {
    const std::uint32_t end = i + std::min(kMostVectors, (count - i) / kBytes) * kBytes;
    Bytes32 found[9] = {};
    for (; i < end; i += kBytes) {
      Bytes32 values;
      std::memcpy(&values, fullest + i, sizeof values);
      for (std::uint8_t n = 0; n < 9; ++n) found[n] -= reinterpret_cast<Bytes32>(values == n);
    }
    for (std::size_t n = 0; n < 9; ++n) histogram[n] += sum_of(found[n]);
  }
  for (; i < count; ++i) ++histogram[fullest[i]];
}

NGPCSIM_ISA_CLONES void set_services(const std::uint8_t* fullest, std::uint32_t count, std::uint16_t beats, std::uint16_t* row) {
  for (std::uint32_t i = 0; i < count; ++i) row[i] = static_cast<std::uint16_t>(fullest[i] * beats);
}

NGPCSIM_ISA_CLONES void add_services(const std::uint8_t* fullest, std::uint32_t count, std::uint16_t beats, std::uint16_t* row) {
  for (std::uint32_t i = 0; i < count; ++i) row[i] = static_cast<std::uint16_t>(row[i] + fullest[i] * beats);
}

}  // namespace ngpcsim::models
