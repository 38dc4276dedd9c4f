#pragma once
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace ngpcsim {

class Block;

/// Runs the SystemC kernel until the work is done, fails, is interrupted or gets stuck.
class RunControl {
 public:
  /// A block of this run, for the dump of a stuck one.
  void enlist(const Block& block) { blocks_.push_back(&block); }

  /// All work is done: the run ends.
  void finish();
  /// The user asked to stop: the run ends with what there is.
  void interrupt();
  /// A block threw: the run ends, and `run` throws the same.
  void fail(std::exception_ptr error);

  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

  /// Returns once the work is finished or interrupted. Throws what a block threw, and InvariantError with a dump when nothing is left to happen
  /// though the work is not done.
  void run();

  /// Every block that waits, and for what.
  [[nodiscard]] std::string dump() const;

 private:
  std::vector<const Block*> blocks_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool interrupted_ = false;
};

}  // namespace ngpcsim
