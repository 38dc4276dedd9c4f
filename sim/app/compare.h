#pragma once
#include <string>
#include <vector>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// One leaf that differs between two results.
struct Drift {
  std::string key;
  std::string base;      ///< "missing" where only the other has it
  std::string now;
  std::string absolute;  ///< now - base, empty unless both are numbers
  std::string relative;  ///< in percent of base; "new" where base is 0
};

struct Comparison {
  std::vector<Drift> drifts;
  std::vector<std::string> notes;  ///< differences that are no drift: version, configuration hash, seed
  std::size_t compared = 0;        ///< leaves
};

/// Compares leaf by leaf. Numbers drift when they differ by more than `tolerance_percent` of the base (0: at all); anything else when it is
/// not the same; a key on one side only always.
[[nodiscard]] Comparison compare_results(const Json& base, const Json& now, double tolerance_percent);

/// A table of the drifts, preceded by the block and the stall whose share of cycles moved most, and the notes.
[[nodiscard]] std::string comparison_text(const Comparison& comparison, const Json& base, const Json& now);

}  // namespace ngpcsim::app
