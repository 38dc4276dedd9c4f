#include "tests/dram_checker/command.h"

#include <algorithm>
#include <array>

namespace ngpcsim::dram_checker {
namespace {

constexpr std::array<std::string_view, kKinds> kKindNames{"ACT", "PRE", "PREA", "RD", "WR", "RDA", "WRA", "REF", "REFPB", "FORWARD", "MERGE"};

}  // namespace

std::string_view name_of(Kind kind) { return kKindNames[index_of(kind)]; }

std::optional<Kind> kind_named(std::string_view name) {
  const auto found = std::find(kKindNames.begin(), kKindNames.end(), name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<Kind>(found - kKindNames.begin());
}

}  // namespace ngpcsim::dram_checker
