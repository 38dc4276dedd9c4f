#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "tests/naive_memory/random_memory_case.h"
#include "tests/naive_memory/result.h"

namespace ngpcsim::naive_memory {

/// In how many cases each thing happened that has to.
class Coverage {
 public:
  void add(const MemoryCase& c, const Result& result);
  /// Names of what never happened.
  [[nodiscard]] std::string missing() const;
  [[nodiscard]] std::string report() const;

 private:
  struct Count {
    const char* name;
    std::uint64_t SliceAccount::*counter;
    std::uint64_t cases = 0;
  };
  std::uint64_t cases_ = 0;
  std::uint64_t pieces_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t background_ = 0;
  std::array<std::uint64_t, 4> evicting_policies_{};
  std::array<Count, 13> counts_{{{"hits", &SliceAccount::hits},
                                 {"merges", &SliceAccount::merges},
                                 {"misses", &SliceAccount::misses},
                                 {"allocations", &SliceAccount::allocations},
                                 {"bypasses", &SliceAccount::bypasses},
                                 {"prefetches", &SliceAccount::prefetches},
                                 {"evictions", &SliceAccount::evictions},
                                 {"dirty_evictions", &SliceAccount::dirty_evictions},
                                 {"output_full", &SliceAccount::output_full},
                                 {"dram_full", &SliceAccount::dram_full},
                                 {"mshr_targets", &SliceAccount::mshr_targets},
                                 {"mshr_full", &SliceAccount::mshr_full},
                                 {"ways_full", &SliceAccount::ways_full}}};
};

}  // namespace ngpcsim::naive_memory
