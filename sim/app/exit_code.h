#pragma once

namespace ngpcsim::app {

/// What the process ends with.
enum class ExitCode : int {
  kDone = 0,
  kFailed = 1,          ///< a comparison or an assertion failed
  kBadInput = 2,        ///< bad input or usage
  kBrokenInvariant = 3, ///< the model broke a rule of its own, or is stuck
  kInterrupted = 130,   ///< as a shell reports SIGINT; partial results were kept
};

}  // namespace ngpcsim::app
