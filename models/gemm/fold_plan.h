#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "models/gemm/array.h"
#include "models/gemm/part.h"

namespace ngpcsim::models {

/// A tile of a part that the array executes in one go (docs/gemm.md, section 1).
struct Fold {
  std::uint64_t rows = 0, cols = 0;        ///< in use: r and c
  std::uint64_t load_steps = 0, stream_steps = 0;
  std::uint64_t empty_loads = 0;           ///< first load steps, which bring nothing
  std::uint64_t load_bytes = 0, last_load_bytes = 0;  ///< of a load step, and of the last one
  std::array<std::uint64_t, 2> stream_bytes{};        ///< that a stream step takes of each operand
  std::array<bool, 2> fetched{};           ///< the operand comes through its queue; otherwise the store holds it
  std::uint64_t step_results = 0;          ///< bytes that every step gives
  std::uint64_t end_results = 0;           ///< bytes that the last step gives
  bool continues = false;                  ///< the sums of the fold before
  bool keeps = false;                      ///< its sums, for the fold behind

  [[nodiscard]] std::uint64_t loaded_bytes() const { return load_steps == 0 ? 0 : load_bytes * (load_steps - empty_loads - 1) + last_load_bytes; }
};

/// What a fold takes of one operand: consecutive bytes of memory.
struct ByteSpan {
  std::uint64_t address = 0, bytes = 0;
};

/// Where a fold stands in the loops of its part.
struct FoldIndex {
  std::uint64_t batch = 0, outer = 0, mid = 0, inner = 0;
  friend bool operator==(const FoldIndex&, const FoldIndex&) = default;
};

/// The folds of a part in their order, made when they are asked for: nothing is stored per fold.
///
/// The three loops are the same in all dataflows. The *first* operand (A; B in `systolic_is`) is cut into blocks of `height` rows by the outer loop and is used
/// again in the middle one; the *second* is cut into blocks of `cols` columns by the middle loop and is used again in the outer one; the inner loop cuts the
/// common dimension, except in `systolic_os`, whose folds take it whole.
class FoldPlan {
 public:
  FoldPlan() = default;
  FoldPlan(const GemmArray& array, const GemmPart& part);

  [[nodiscard]] Fold fold(const FoldIndex& at) const;
  /// Moves to the next fold; false behind the last one.
  [[nodiscard]] bool next(FoldIndex& at) const;
  [[nodiscard]] bool last(FoldIndex at) const { return !next(at); }
  /// The block of `operand` that a fold uses.
  [[nodiscard]] ByteSpan block(Operand operand, const FoldIndex& at) const;
  /// Moves to the next fold whose block of `operand` is fetched; false behind the last one.
  [[nodiscard]] bool next_fetched(Operand operand, FoldIndex& at) const;
  /// Whether the store keeps the blocks of `operand` for folds behind.
  [[nodiscard]] bool held(Operand operand) const { return held_[index(operand)]; }
  /// The operand that load steps bring, if any.
  [[nodiscard]] std::optional<Operand> stationary() const { return loads_ ? std::optional(other(first_)) : std::nullopt; }
  /// Multiply-accumulates that count, of one fold.
  [[nodiscard]] std::uint64_t useful_macs(const Fold& fold) const { return part_.reduction() ? 0 : fold.rows * fold.cols * fold.stream_steps; }

  [[nodiscard]] const GemmPart& part() const { return part_; }
  [[nodiscard]] std::uint64_t result_bytes() const { return part_.outputs() * part_.result_bytes; }
  /// D, X and H of docs/gemm.md, section 1; they are those of the array but in a reduction.
  [[nodiscard]] std::uint64_t depth() const { return depth_; }
  [[nodiscard]] std::uint64_t hold() const { return hold_; }
  [[nodiscard]] std::uint64_t turnaround() const { return turnaround_; }
  /// Edges between the last steps of two folds whose results leave through the same columns.
  [[nodiscard]] std::uint64_t column_edges() const { return column_edges_; }

  [[nodiscard]] std::uint64_t outer() const { return outer_; }
  [[nodiscard]] std::uint64_t mid() const { return mid_; }
  [[nodiscard]] std::uint64_t inner() const { return inner_; }
  /// Rows of the first operand in a block of the outer loop, but the last.
  [[nodiscard]] std::uint64_t height() const { return height_; }

 private:
  [[nodiscard]] Fold reduction_fold(const FoldIndex& at) const;
  void claim_store(std::uint64_t store);

  GemmArray array_;
  GemmPart part_;
  Operand first_ = Operand::kA;
  bool loads_ = false;
  std::uint64_t long_ = 1, wide_ = 1;  ///< rows of the first operand, columns of the second
  std::uint64_t height_ = 1, depth_step_ = 1;
  std::uint64_t outer_ = 1, mid_ = 1, inner_ = 1;
  std::array<bool, 2> held_{};
  std::uint64_t depth_ = 0, hold_ = 0, turnaround_ = 0, column_edges_ = 0;
};

}  // namespace ngpcsim::models
