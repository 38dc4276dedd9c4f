#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ngpcsim::app {

/// What a process may take; 0: no limit.
struct ChildLimits {
  std::uint64_t seconds = 0;
  std::uint64_t memory_mib = 0;  ///< of address space
};

/// How a piece of work ended.
struct ChildEnd {
  enum class Kind { kResult, kInputError, kOtherError, kTooLong, kDied };
  std::size_t number = 0;
  Kind kind = Kind::kResult;
  std::string text;  ///< the result, or the message
};

/// Pieces of work, each in a process of its own, as SystemC simulates once a process. Those that still run when the pool ends, or the process that has it, are ended.
class ChildPool {
 public:
  ChildPool(std::function<std::string(std::size_t)> work, const ChildLimits& limits) : work_(std::move(work)), limits_(limits) {}
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;
  ~ChildPool();

  [[nodiscard]] std::size_t running() const { return running_.size(); }
  void start(std::size_t number);
  /// Waits for a fifth of a second at most, or until one has ended, which is handed over.
  [[nodiscard]] std::optional<ChildEnd> wait();

 private:
  struct Child {
    std::size_t number = 0;
    int process = 0;
    int in = -1;
    std::chrono::steady_clock::time_point begin;
    std::string text;
  };
  [[nodiscard]] ChildEnd take(std::size_t i);
  [[nodiscard]] std::optional<ChildEnd> end_one_too_long();

  std::function<std::string(std::size_t)> work_;
  ChildLimits limits_;
  std::vector<Child> running_;
};

}  // namespace ngpcsim::app
