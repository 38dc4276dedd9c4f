#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "tests/naive/gemm_folds.h"
#include "tests/naive/gemm_grid.h"
#include "tests/naive/gemm_number.h"
#include "tests/naive/gemm_queue.h"
#include "tests/naive/gemm_reduction.h"
#include "tests/naive/gemm_setup.h"
#include "tests/naive/gemm_store.h"

/// One array with its queues, looked at on every edge: a plain reading of docs/gemm.md, sections 1 to 4. The elements move operands on their own
/// (gemm_grid.h) and find out where the rules of the sequencer would not work.
namespace ngpcsim::naive {

class GemmNaiveArray {
 public:
  /// The number of an operand: (operand, batch, line, k).
  using Values = std::function<GemmNumber(const GemmElement&)>;

  GemmNaiveArray(const GemmArraySetup& setup, Values values) : s_(setup), values_(std::move(values)) {}
  GemmNaiveArray(const GemmNaiveArray&) = delete;  // the grid refers to the folds
  GemmNaiveArray& operator=(const GemmNaiveArray&) = delete;

  /// A job whose command is visible at the edge that is ticked next.
  void command(const GemmJob& job);
  /// The oldest request is answered, visible at the edge that is ticked next.
  void answer() { ++answers_; }
  /// One edge. What it sends, if anything.
  std::optional<GemmRequest> tick(std::uint64_t edge);

  [[nodiscard]] bool open() const { return job_.has_value() || reduction_.has_value(); }
  [[nodiscard]] const GemmNaiveAccount& account() const { return account_; }
  [[nodiscard]] std::uint64_t active() const { return active_; }
  /// Edges at which stream steps entered, all jobs.
  [[nodiscard]] const std::vector<std::uint64_t>& entries() const { return entries_; }
  /// Sums of the products of the last job, by (batch, m, n), before they are rounded to the type of a result.
  [[nodiscard]] const std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, GemmNumber>& product() const { return product_; }

 private:
  struct StreamState {
    std::size_t fold = 0;
    std::uint64_t step = 0;
  };

  void take_answers();
  [[nodiscard]] std::optional<GemmRequest> choose_request();
  [[nodiscard]] bool load_possible(std::uint64_t edge) const;
  [[nodiscard]] bool step_possible(std::uint64_t edge) const;
  [[nodiscard]] std::uint64_t load_gate() const;
  [[nodiscard]] bool data_there(std::size_t fold, const std::vector<GemmElement>& elements) const;
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] bool not_left(std::uint64_t edge) const;
  [[nodiscard]] bool sums_missing(std::uint64_t edge) const;
  [[nodiscard]] std::uint64_t result_bytes(std::size_t fold, std::uint64_t step) const;
  std::vector<GemmDatum> take(std::size_t fold, const std::vector<GemmElement>& elements);
  void charge(std::uint64_t edge, bool loads, bool enters);
  void enter(std::uint64_t edge);
  void leave(const GemmLeaving& leaving, std::uint64_t edge);
  std::optional<GemmRequest> tick_reduction(std::uint64_t edge);
  [[nodiscard]] std::uint64_t place_of(std::size_t fold, const GemmElement& element) const;

  GemmArraySetup s_;
  Values values_;
  std::optional<GemmJob> job_;
  std::optional<GemmNaiveReduction> reduction_;
  GemmFoldList list_;
  std::unique_ptr<GemmGrid> grid_;
  std::vector<GemmOperandQueue> queues_;
  std::vector<GemmStore> stores_;

  StreamState next_;                       ///< the next stream step
  std::size_t load_fold_ = 0;
  std::uint64_t load_step_ = 0;
  std::vector<std::uint64_t> loads_done_;  ///< by fold: edge of its last load step
  std::vector<std::vector<std::uint64_t>> entered_;  ///< by fold and step
  bool fills_ = false;
  std::optional<std::uint64_t> first_;     ///< edge of the first step of any kind
  std::uint64_t last_result_ = 0;

  std::uint64_t reserved_ = 0, given_ = 0, given_now_ = 0, written_ = 0;  ///< bytes of results: of steps that entered; that left; of writes sent
  std::uint64_t acknowledged_ = 0, acknowledged_before_ = 0;  ///< and before this edge
  std::uint64_t answers_ = 0;
  std::vector<GemmRequest> asked_;

  GemmNaiveAccount account_;
  std::uint64_t active_ = 0;
  std::vector<std::uint64_t> entries_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, GemmNumber> product_;
};

}  // namespace ngpcsim::naive
