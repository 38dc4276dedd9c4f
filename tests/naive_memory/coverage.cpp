#include "tests/naive_memory/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace ngpcsim::naive_memory {
namespace {

constexpr std::array<const char*, 4> kPolicyNames{"lru", "plru", "srrip", "random"};

}  // namespace

void Coverage::add(const MemoryCase& c, const Result& result) {
  ++cases_;
  edges_ += result.end + 1;
  if (c.setup.background.period_x1000 > 0) ++background_;
  for (const SliceAccount& a : result.slices) pieces_ += a.reads + a.writes + a.atomics;
  const auto happened = [&](std::uint64_t SliceAccount::*counter) {
    return std::any_of(result.slices.begin(), result.slices.end(), [&](const SliceAccount& a) { return a.*counter > 0; });
  };
  for (Count& count : counts_) {
    if (happened(count.counter)) ++count.cases;
  }
  if (happened(&SliceAccount::evictions)) ++evicting_policies_[static_cast<std::size_t>(c.setup.policy)];
}

std::string Coverage::missing() const {
  std::string result;
  for (const Count& count : counts_) {
    if (count.cases == 0) result += fmt::format("{} ", count.name);
  }
  for (std::size_t k = 0; k < kPolicyNames.size(); ++k) {
    if (evicting_policies_[k] == 0) result += fmt::format("evictions by {} ", kPolicyNames[k]);
  }
  if (background_ == 0) result += "background";
  return result;
}

std::string Coverage::report() const {
  std::string result = fmt::format("{} cases, {} pieces, {} edges, {} cases with background; cases with", cases_, pieces_, edges_, background_);
  for (const Count& count : counts_) result += fmt::format(" {} {}", count.name, count.cases);
  for (std::size_t k = 0; k < kPolicyNames.size(); ++k) result += fmt::format(" evictions by {} {}", kPolicyNames[k], evicting_policies_[k]);
  return result;
}

}  // namespace ngpcsim::naive_memory
