#pragma once
#include <vector>

#include "models/nfp/nfp_model.h"
#include "models/nfp/online/blocks.h"
#include "tests/contract/random_case.h"
#include "tests/naive/result.h"

namespace ngpcsim::contract {

/// The number and the queries of each step of the array: they follow from tiles and batches, whatever the array is made of.
class StepNumbers {
 public:
  StepNumbers(const std::vector<models::MlpPhase>& phases, std::uint32_t tile_queries, const std::vector<naive::Query>& queries)
      : phases_(phases), tile_(tile_queries), queries_(queries) {}

  /// The next step, seen at `edge` in phase `phase`.
  [[nodiscard]] naive::Step next(naive::Edge edge, std::uint32_t phase);

 private:
  [[nodiscard]] std::size_t end_of_tile() const;

  const std::vector<models::MlpPhase>& phases_;
  std::size_t tile_;
  const std::vector<naive::Query>& queries_;
  std::size_t first_of_tile_ = 0, next_ = 0;
  std::size_t phase_ = 0;
};

/// Clocks an NFP through the stimulus of a case and writes down every handshake. It knows nothing of what stands behind the interface; of `model`, the case
/// resolved, it reads sizes only. All three are kept by reference.
class OnlineRun {
 public:
  OnlineRun(const Case& c, const models::NfpModel& model, models::online::NfpCore& core);

  [[nodiscard]] bool done() const { return result_.pop.size() == case_.stimulus.queries.size(); }
  /// Queries joined so far.
  [[nodiscard]] std::size_t joined() const { return result_.join.size(); }
  /// Up to and without `end`, or to the pop of the last query if that comes first. Throws InvariantError when nothing comes out for a long time.
  void run_until(naive::Edge end);
  /// Handshakes and counters up to here, in the words of the naive twin; outputs too where the case is functional.
  [[nodiscard]] naive::NfpResult result() const;

 private:
  void clock_edge();
  void record_events();
  [[nodiscard]] const models::online::QueryRecord* offer();
  void record_pop();
  void collect_lanes(naive::NfpResult& result) const;
  void collect_work(naive::NfpResult& result) const;

  const Case& case_;
  const models::NfpModel& model_;
  models::online::NfpCore& core_;
  StepNumbers steps_;
  models::online::QueryRecord offered_;
  bool offering_ = false;  ///< valid is raised; it stays until the query is accepted
  naive::NfpResult result_;
};

/// The whole case.
[[nodiscard]] naive::NfpResult online_run(const Case& c, const models::NfpModel& model, models::online::NfpCore& core);

}  // namespace ngpcsim::contract
