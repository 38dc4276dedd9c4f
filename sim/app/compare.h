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

/// How far numbers may differ.
struct Tolerance {
  std::string pattern;             ///< of keys; `*` stands for any text
  double percent = 0.0;            ///< of the base
  double absolute = 0.0;
  bool ignored = false;            ///< whatever it is
};

/// "KEY=5%", "KEY=0.01", "KEY=ignore". Throws InputError for another text.
[[nodiscard]] Tolerance parse_tolerance(const std::string& text);

/// Compares leaf by leaf. A number drifts when it differs by more than the first tolerance whose pattern fits its key allows, in percent and absolutely, or otherwise
/// by more than `tolerance_percent` of the base (0: at all); anything else when it is not the same; a key on one side only always.
[[nodiscard]] Comparison compare_results(const Json& base, const Json& now, double tolerance_percent, const std::vector<Tolerance>& tolerances = {});

/// Which block a drift comes from, in a sentence: the first along the way that takes longer or shorter over its first query; otherwise the engine
/// whose own work or waiting changed most per instance; otherwise those whose spans moved. Empty where no block changed.
[[nodiscard]] std::string culprit_text(const Json& base, const Json& now);

/// A table of the drifts, preceded by the block and the stall whose share of cycles moved most, and the notes.
[[nodiscard]] std::string comparison_text(const Comparison& comparison, const Json& base, const Json& now);

}  // namespace ngpcsim::app
