#include "tests/naive/nfp.h"

#include <algorithm>

namespace ngpcsim::naive {
namespace {

[[nodiscard]] std::size_t largest_power_of_two(std::size_t limit) {
  std::size_t power = 1;
  while (power * 2 <= limit) power *= 2;
  return power;
}

}  // namespace

Nfp::Nfp(const NfpSetup& setup, const Stimulus& stimulus)
    : setup_(setup),
      stimulus_(stimulus),
      mlp_(setup.mlp, setup.feature_buffer_queries, stimulus.queries, setup.functional) {
  result_.levels.resize(setup.grid.levels.size());
  build_lanes();
}

void Nfp::build_lanes() {
  const EngineSetup& engine = setup_.engine;
  const std::size_t levels = setup_.grid.levels.size();
  const std::size_t spare = std::max<std::size_t>(1, engine.engines / levels);
  const bool shard = engine.regroup == Regroup::kShard;
  groups_ = shard ? 1 : spare;
  lanes_per_group_ = std::min<std::size_t>(levels, engine.engines);
  const auto banks = static_cast<unsigned>(engine.banks * (shard ? largest_power_of_two(spare) : 1));
  const std::size_t queries = stimulus_.queries.size();

  const LaneDepths depths{engine.input_queue_depth, engine.index_queue_depth, engine.output_queue_depth, engine.front_latency,
                          engine.back_latency, setup_.planted_fault, engine.window};
  for (std::size_t group = 0; group < groups_; ++group) {
    const std::size_t share = (queries + groups_ - 1 - group) / groups_;
    for (unsigned lane = 0; lane < lanes_per_group_; ++lane) {
      const auto stride = static_cast<unsigned>(lanes_per_group_);
      add_lane(depths, std::make_unique<GridUnit>(setup_.grid, engine, banks, lane, stride, result_.levels), share);
    }
  }
  if (!setup_.direction) return;
  const DirectionSetup& direction = *setup_.direction;
  auto unit = std::make_unique<DirectionUnit>(direction);
  direction_ = unit.get();
  add_lane({direction.input_queue_depth, direction.index_queue_depth, direction.output_queue_depth, 1, direction.latency,
            setup_.planted_fault},
           std::move(unit), queries);
}

void Nfp::add_lane(const LaneDepths& depths, std::unique_ptr<Unit> unit, std::size_t queries) {
  lanes_.push_back(std::make_unique<Lane>(depths, *unit, stimulus_.queries, queries, setup_.functional));
  units_.push_back(std::move(unit));
}

std::vector<std::size_t> Nfp::lanes_of(std::size_t query) const {
  std::vector<std::size_t> lanes;
  for (std::size_t lane = 0; lane < lanes_per_group_; ++lane) lanes.push_back(group_of(query) * lanes_per_group_ + lane);
  if (direction_ != nullptr) lanes.push_back(lanes_.size() - 1);
  return lanes;
}

void Nfp::fork(Edge edge) {
  const std::size_t query = result_.accept.size();
  if (query == stimulus_.queries.size()) return;
  const bool may_offer = stimulus_.valid.open(edge) && edge >= stimulus_.queries[query].not_before;
  if (!offering_ && !may_offer) return;
  const std::vector<std::size_t> lanes = lanes_of(query);
  if (!offering_) {
    offering_ = true;
    done_.assign(lanes.size(), false);
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (done_[i] || !lanes_[lanes[i]]->input_ready()) continue;
    lanes_[lanes[i]]->push(edge, query);
    done_[i] = true;
  }
  if (std::find(done_.begin(), done_.end(), false) != done_.end()) return;
  result_.accept.push_back(edge);
  offering_ = false;
}

void Nfp::join(Edge edge) {
  const std::size_t query = result_.join.size();
  if (query == stimulus_.queries.size() || !mlp_.input_ready()) return;
  const std::vector<std::size_t> lanes = lanes_of(query);
  for (const std::size_t lane : lanes) {
    if (lanes_[lane]->head() != query) return;
  }
  Joined joined{.query = query, .features = {}, .direction = {}};
  std::vector<std::vector<Half>> parts;
  for (const std::size_t lane : lanes) parts.push_back(lanes_[lane]->pop());
  if (setup_.functional) {
    // Lane e holds levels e, e + E, ...: put them back in order of level.
    const std::size_t width = setup_.grid.features;
    for (std::size_t level = 0; level < setup_.grid.levels.size(); ++level) {
      const auto first = parts[level % lanes_per_group_].begin() + static_cast<std::ptrdiff_t>(level / lanes_per_group_ * width);
      joined.features.insert(joined.features.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    if (direction_ != nullptr) joined.direction = parts.back();
    keep_features(joined);
  }
  mlp_.push(std::move(joined));
  result_.join.push_back(edge);
}

void Nfp::keep_features(const Joined& joined) {
  result_.features.push_back(joined.features);
  result_.features.back().insert(result_.features.back().end(), joined.direction.begin(), joined.direction.end());
}

void Nfp::pop(Edge edge) {
  if (!mlp_.output_visible() || !stimulus_.ready.open(edge)) return;
  std::vector<Half> values = mlp_.pop();
  if (setup_.functional) result_.outputs.push_back(std::move(values));
  result_.pop.push_back(edge);
}

void Nfp::commit() {
  for (const auto& lane : lanes_) lane->commit();
  mlp_.commit();
}

void Nfp::tick(Edge edge, Order order) {
  if (order == Order::kDownstream) {
    fork(edge);
    for (const auto& lane : lanes_) lane->tick(edge);
    join(edge);
    mlp_.tick(edge);
    pop(edge);
  } else {
    pop(edge);
    mlp_.tick(edge);
    join(edge);
    for (std::size_t lane = lanes_.size(); lane-- > 0;) lanes_[lane]->tick(edge);
    fork(edge);
  }
}

NfpResult Nfp::run(Order order) {
  constexpr Edge kStuck = 1'000'000;
  Edge edge = 0;
  for (Edge last_pop = 0; result_.pop.size() < stimulus_.queries.size(); ++edge) {
    const std::size_t popped = result_.pop.size();
    tick(edge, order);
    commit();
    if (result_.pop.size() > popped) last_pop = edge;
    check(edge - last_pop < kStuck, "nothing came out for {} edges after edge {}", kStuck, last_pop);
  }
  return finish(edge);
}

NfpResult Nfp::finish(Edge edges) {
  result_.edges = edges;
  for (const auto& lane : lanes_) {
    result_.lanes.push_back(lane->result());
    check(lane->result().edges.total() == edges, "a lane accounts for {} of {} edges", lane->result().edges.total(), edges);
  }
  mlp_.report(result_);
  check(result_.mlp.total() == edges, "the MLP engine accounts for {} of {} edges", result_.mlp.total(), edges);
  if (direction_ != nullptr) result_.direction_evaluations = direction_->evaluations();
  return std::move(result_);
}

NfpResult simulate(const NfpSetup& setup, const Stimulus& stimulus) { 
  // The planted fault looks at what the join did on the same edge, so the join goes first.
  return Nfp(setup, stimulus).run(setup.planted_fault ? Order::kUpstream : Order::kDownstream);
}

}  // namespace ngpcsim::naive
