#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rtl/bridge/waves.h"
#include "sim/app/json.h"
#include "sim/events/recorder.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim run`, as typed, or as another command puts it together.
struct RunOptions {
  std::string chip;
  std::string workload;
  std::string gpu = "rtx3090";
  std::vector<std::string> set;         ///< PATH=VALUE
  std::string out;                      ///< folder; empty: no files are written
  std::optional<std::uint64_t> frames;  ///< empty: all chosen cameras once
  std::uint64_t seed = 0;
  std::vector<std::string> print;       ///< dotted keys
  std::vector<std::string> assertions;
  bool functional = false;              ///< values are computed, too
  std::string image;                    ///< PNG of the first frame; empty: none
  bool quiet = false;
  bool timeline = false;                ///< timeline.json, too
  std::uint64_t timeline_limit = events::Recorder::kDefaultLimit;  ///< records
  std::vector<std::string> exports;     ///< files for other tools: scalesim, dramsim3, ramulator, dramcommands
  std::function<void(const Json&)> told{};  ///< the result of a run that was not interrupted, for the command that asked for it; may be empty
  rtl::Waves waves;                     ///< of the RTL blocks, too
};

}  // namespace ngpcsim::app
