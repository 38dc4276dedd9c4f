#pragma once

namespace ngpcsim::app {

/// While it lives, Ctrl-C (SIGINT) asks the run to stop at its next report of progress instead of ending the process; a second one ends
/// it at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] bool requested() const;
};

}  // namespace ngpcsim::app
