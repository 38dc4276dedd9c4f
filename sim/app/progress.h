#pragma once
#include <chrono>
#include <ostream>
#include <string>

#include "models/chip/chip.h"
#include "models/chip/gemm_chip.h"

namespace ngpcsim::app {

/// The line that stands for a running simulation: "frame 1/3  42 %  5.1 M queries  6.3 M queries/s  0:12 left". Time left follows from the
/// pixels done so far.
[[nodiscard]] std::string progress_line(const models::RunProgress& progress, double seconds);

/// The same for a GEMM list: "multiplication 3/54  42 %  0:12 left", by MACs.
[[nodiscard]] std::string gemm_progress_line(const models::GemmProgress& progress, double seconds);

/// The same for a picture: "picture  42 %  0:12 left".
[[nodiscard]] std::string picture_progress_line(double done, double seconds);

/// The same for simulations side by side: "run 12 of 88  0:40 left".
[[nodiscard]] std::string runs_progress_line(std::size_t ended, std::size_t of, double seconds);

/// The same for the points of a sweep, `ran` of them by this process: "point 12 of 500  3.1 points/s  0:40 left".
[[nodiscard]] std::string points_progress_line(std::size_t ended, std::size_t of, std::size_t ran, double seconds);

/// Redraws such a line on a terminal: from two seconds on, five times a second.
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Shows nothing unless `enabled`.
  ProgressMeter(std::ostream& out, bool enabled) : out_(out), enabled_(enabled), start_(Clock::now()) {}

  /// `line` makes the text from the seconds since the start; it is asked only when the line is due.
  template <class Line>
  void update(const Line& line) {
    const Clock::time_point now = Clock::now();
    if (enabled_ && now >= next_) show(now, line(std::chrono::duration<double>(now - start_).count()));
  }
  /// Clears the line.
  void finish();

 private:
  void show(Clock::time_point now, const std::string& line);

  std::ostream& out_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
};

}  // namespace ngpcsim::app
