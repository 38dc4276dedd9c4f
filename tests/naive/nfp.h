#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "tests/naive/direction_unit.h"
#include "tests/naive/grid_unit.h"
#include "tests/naive/lane.h"
#include "tests/naive/mlp_array.h"
#include "tests/naive/result.h"

namespace ngpcsim::naive {

/// Order in which the blocks are evaluated within an edge.
enum class Order { kDownstream, kUpstream };

/// One NFP, edge by edge: eager fork, lanes, join, MLP engine, output. Every block is looked at on every edge and sees only what the
/// edge before left; nothing here knows a recurrence.
class Nfp {
 public:
  /// Both are kept by reference until the end of `run`.
  Nfp(const NfpSetup& setup, const Stimulus& stimulus);

  /// Runs until the last query is popped, evaluating the blocks within an edge in `order`, which must not matter.
  /// Throws InvariantError when nothing moves for a long time.
  NfpResult run(Order order = Order::kDownstream);

 private:
  void build_lanes();
  void add_lane(const LaneDepths& depths, std::unique_ptr<Unit> unit, std::size_t queries);
  [[nodiscard]] std::size_t group_of(std::size_t query) const { return query % groups_; }
  /// Lanes that see the query, the direction encoder last.
  [[nodiscard]] std::vector<std::size_t> lanes_of(std::size_t query) const;

  void fork(Edge edge);
  void join(Edge edge);
  void pop(Edge edge);
  void tick(Edge edge, Order order);
  void commit();
  void keep_features(const Joined& joined);
  NfpResult finish(Edge edges);

  const NfpSetup& setup_;
  const Stimulus& stimulus_;
  std::size_t groups_ = 1;
  std::size_t lanes_per_group_ = 1;
  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  const DirectionUnit* direction_ = nullptr;
  MlpArray mlp_;

  bool offering_ = false;           ///< valid is raised; it stays until the query is accepted
  std::vector<bool> done_;          ///< per lane of the offered query
  NfpResult result_;
};

/// Runs `stimulus` through the NFP of `setup`.
[[nodiscard]] NfpResult simulate(const NfpSetup& setup, const Stimulus& stimulus);

}  // namespace ngpcsim::naive
