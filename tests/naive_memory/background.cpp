#include "tests/naive_memory/background.h"

namespace ngpcsim::naive_memory {

std::uint64_t splitmix64(std::uint64_t k) {
  std::uint64_t z = k * 0x9E3779B97F4A7C15ULL;
  z ^= z >> 30;
  z *= 0xBF58476D1CE4E5B9ULL;
  z ^= z >> 27;
  z *= 0x94D049BB133111EBULL;
  z ^= z >> 31;
  return z;
}

Request background_request(const MemorySetup& setup, std::uint64_t k) {
  const BackgroundSetup& b = setup.background;
  const std::uint64_t places = b.footprint_kib * 1024 / b.bytes;
  const std::uint64_t place = b.pattern == Pattern::kSequential ? k % places : splitmix64(2 * k + 1) % places;
  const bool writes = splitmix64(2 * k) % 100 < b.write_percent;
  const std::uint64_t base = std::uint64_t{1} << 39;
  return {setup.sources + static_cast<unsigned>(k % b.ports), k * b.period_x1000 / 1000, writes ? Access::kWrite : Access::kRead, base + place * b.bytes, b.bytes, k};
}

}  // namespace ngpcsim::naive_memory
