#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/gemm/counters.h"
#include "models/gemm/fold_plan.h"
#include "models/gemm/operand_stream.h"
#include "models/gemm/result_stream.h"
#include "models/gemm/stalls.h"

namespace ngpcsim::models {

/// The edges of one array (docs/gemm.md, sections 2 to 4), one part at a time. It is told of answers, in order of their edges, and computes every step that
/// they settle, also such that lie ahead: a step depends on nothing but steps before it, answers, and its command. Steps are computed as runs of consecutive
/// edges; a run ends where its fold, the data, the room for results or a run of the fold whose sums it continues do.
class ArrayTiming {
 public:
  explicit ArrayTiming(const GemmArray& array) : array_(array) {}
  ArrayTiming(const ArrayTiming&) = delete;
  ArrayTiming& operator=(const ArrayTiming&) = delete;

  /// A part whose command is visible at `edge`.
  void start(const GemmPart& part, std::uint64_t edge);
  /// The answer to the oldest open read of `operand`, or write, is visible at `edge`.
  void answer(Operand operand, std::uint64_t bytes, std::uint64_t edge) { operands_[index(operand)].answer(bytes, edge); }
  void acknowledge(std::uint64_t bytes, std::uint64_t edge);
  /// Computes what is settled, `most_folds` folds at a time. False: there is more, and all of it lies behind `settled_until`.
  bool advance(std::uint64_t most_folds);
  /// Ends the part at `edge`, at which it is done.
  void finish(std::uint64_t edge);
  /// Charges what is not yet charged up to `edge`, the end of a run, also in the middle of a part.
  void close(std::uint64_t edge);

  [[nodiscard]] bool stepped() const { return all_entered_; }  ///< every step of the part is settled
  [[nodiscard]] bool written() const { return results_.written(); }
  [[nodiscard]] std::uint64_t last_result() const { return entered_ + plan_.depth(); }
  [[nodiscard]] std::uint64_t settled_until() const { return entered_; }
  [[nodiscard]] OperandStream& stream(Operand operand) { return operands_[index(operand)]; }
  [[nodiscard]] ResultStream& results() { return results_; }
  /// Of the present part, or the last one. Its account has no idle edges.
  [[nodiscard]] const GemmCounters& part_counters() const { return counters_; }
  /// Since edge 0; the account is complete up to `charged_until`.
  [[nodiscard]] GemmCounters counters() const {
    GemmCounters sum = before_part_;
    return sum += counters_;
  }
  [[nodiscard]] std::uint64_t charged_until() const { return charged_; }
  /// Entry edges are handed here, if set: (first edge, steps) of every run, for tests.
  void watch_entries(std::vector<StepRun>* entries) { watched_ = entries; }

 private:
  /// The loading of the fold whose turn it is: the one that streams next, or with prefetch the one behind it.
  struct Load {
    Fold fold;
    std::uint64_t number = 0;  ///< of its fold
    std::uint64_t gate = 0, done = 0, last = 0;  ///< done: steps; last: edge of the last one
    bool open = false;         ///< begun, and not complete
    std::vector<StepRun> runs;
  };

  void begin_fold();
  void end_fold();
  void begin_load(std::uint64_t gate);
  bool advance_load();
  bool advance_stream();
  [[nodiscard]] std::uint64_t steps_settled(bool last_alone) const;
  [[nodiscard]] std::uint64_t results_of_next() const;
  [[nodiscard]] WaitReasons reasons() const;
  void enter(std::uint64_t edge, std::uint64_t steps);
  void count_fold();

  const GemmArray array_;
  FoldPlan plan_;
  std::array<OperandStream, 2> operands_;
  ResultStream results_;
  GemmCounters counters_, before_part_;  ///< of the part; of those before it, and all idle edges
  std::uint64_t charged_ = 0;

  FoldIndex at_, load_at_;          ///< of the fold that streams, and of the one that loads
  Fold fold_;
  std::uint64_t number_ = 0, step_ = 0;
  std::uint64_t start_ = 0, first_step_ = kNever;  ///< edges: of the command, and of the first step of any kind
  std::uint64_t entered_ = 0;       ///< edge of the last stream step
  std::uint64_t before_ = 0;        ///< edge of the last stream step of the fold before
  std::uint64_t room_ = 0;          ///< from which edge on the next step has had room, where it had to wait
  bool fills_ = false;              ///< the fold began in an empty array
  bool open_ = false, all_entered_ = false;
  Load load_;
  struct EntryRun {
    std::uint64_t step, edge, steps;
  };
  std::vector<EntryRun> sums_, sums_before_;  ///< entries of this fold and of the one whose sums it continues
  std::size_t sums_at_ = 0;
  std::vector<StepRun>* watched_ = nullptr;
};

}  // namespace ngpcsim::models
