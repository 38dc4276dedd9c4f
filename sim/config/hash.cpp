#include "sim/config/hash.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace ngpcsim::config {
namespace {

constexpr std::uint64_t kOffsetBasis = 0xcbf29ce484222325ull;
constexpr std::uint64_t kPrime = 0x100000001b3ull;

/// Hashes the text and the NUL after it, which no path or value contains.
std::uint64_t fnv1a(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash * kPrime;
}

}  // namespace

std::string config_hash(std::span<const ParamInfo> params) {
  std::vector<std::pair<std::string_view, std::string_view>> sorted;
  sorted.reserve(params.size());
  for (const ParamInfo& param : params)
    if (!param.simulation_only) sorted.emplace_back(param.path, param.value);
  std::sort(sorted.begin(), sorted.end());
  std::uint64_t hash = kOffsetBasis;
  for (const auto& [path, value] : sorted) hash = fnv1a(fnv1a(hash, path), value);
  return fmt::format("{:016x}", hash);
}

std::string text_hash(std::string_view text) { return fmt::format("{:016x}", fnv1a(kOffsetBasis, text)); }

}  // namespace ngpcsim::config
