#pragma once
#include <chrono>
#include <ostream>
#include <string>

#include "models/chip/chip.h"

namespace ngpcsim::app {

/// The line that stands for a running simulation: "frame 1/3  42 %  5.1 M queries  6.3 M queries/s  0:12 left". Time left follows from the
/// pixels done so far.
[[nodiscard]] std::string progress_line(const models::RunProgress& progress, double seconds);

/// Redraws that line on a terminal: from two seconds on, five times a second.
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Shows nothing unless `enabled`.
  ProgressMeter(std::ostream& out, bool enabled) : out_(out), enabled_(enabled), start_(Clock::now()) {}

  void update(const models::RunProgress& progress);
  /// Clears the line.
  void finish();

 private:
  std::ostream& out_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
};

}  // namespace ngpcsim::app
