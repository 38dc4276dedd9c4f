#include "tests/contract/model_run.h"

#include <span>
#include <vector>

#include "models/direction_encoder/direction_services.h"
#include "models/nfp/nfp_pipeline.h"
#include "tests/contract/model_setup.h"

namespace ngpcsim::contract {
namespace {

/// A gate as the model asks for it: the first open edge from `edge` on.
struct GatePolicy {
  static constexpr bool kAlways = false;
  naive::Gate gate;

  [[nodiscard]] std::uint64_t next(std::uint64_t edge) const {
    while (!gate.open(edge)) ++edge;
    return edge;
  }
};

/// Writes down every handshake the pipeline reports.
class Recorder {
 public:
  static constexpr bool kRecords = true;
  Recorder(naive::NfpResult& result, const models::NfpGeometry& geometry) : result_(result), geometry_(geometry) {
    result_.lanes.resize(std::size_t{geometry.groups} * geometry.lanes() + (geometry.has_direction_lane ? 1 : 0));
  }

  void accept(std::uint64_t query, std::uint64_t edge) { put(result_.accept, query, edge); }
  void join(std::uint64_t query, std::uint64_t edge) { put(result_.join, query, edge); }
  void pop(std::uint64_t query, std::uint64_t edge) { put(result_.pop, query, edge); }
  void lane(std::uint64_t query, std::uint32_t lane, std::uint64_t push, std::uint64_t front, std::uint64_t issue) {
    const std::size_t group = query % geometry_.groups;
    const bool is_direction = lane == geometry_.lanes();
    naive::LaneResult& to = is_direction ? result_.lanes.back() : result_.lanes.at(group * geometry_.lanes() + lane);
    to.push.push_back(push);
    to.front.push_back(front);
    to.issue.push_back(issue);
  }
  void step(std::size_t phase, std::uint64_t first_query, std::uint32_t count, std::uint64_t edge) {
    result_.steps.push_back({edge, phase, first_query, count});
  }

 private:
  static void put(std::vector<naive::Edge>& edges, std::uint64_t query, std::uint64_t edge) {
    check(query == edges.size(), "query {} reported in the place of {}", query, edges.size());
    edges.push_back(edge);
  }

  naive::NfpResult& result_;
  const models::NfpGeometry& geometry_;
};

void collect_time(std::span<const models::LaneWaits> engines, const models::LaneWaits& direction, const models::MlpAccount& mlp,
                  naive::NfpResult& result) {
  const auto copy = [](const models::LaneWaits& from, naive::EdgeCount& to) {
    to.output_full = from.output_full;
    to.input_empty = from.input_empty;
  };
  for (std::size_t lane = 0; lane < engines.size(); ++lane) copy(engines[lane], result.lanes.at(lane).edges);
  if (result.lanes.size() > engines.size()) copy(direction, result.lanes.back().edges);
  result.mlp = {.busy = mlp.busy, .output_full = mlp.output_full, .conflict = 0, .weights = mlp.weights, .dependency = mlp.dependency,
                .input_empty = mlp.input_empty};
}

struct Positions {
  std::vector<float> x, y, z;

  explicit Positions(const std::vector<naive::Query>& queries) {
    for (const naive::Query& query : queries) {
      x.push_back(query.position[0]);
      y.push_back(query.position[1]);
      z.push_back(query.position[2]);
    }
  }
  [[nodiscard]] models::PositionBlock block(std::size_t first, std::size_t count) const {
    return {x.data() + first, y.data() + first, z.data() + first, static_cast<std::uint32_t>(count)};
  }
};

/// Queries from `first` on that make one block: a random number, but neither past the end of a batch nor into the next chunk.
[[nodiscard]] std::size_t block_size(Rng& rng, const std::vector<naive::Query>& queries, std::size_t first) {
  const std::size_t wanted = 1 + rng.below(rng.below(2) == 0 ? 4 : 600);
  std::size_t count = 1;
  while (count < wanted && first + count < queries.size() && !queries[first + count - 1].last_of_batch &&
         queries[first + count].not_before == 0) {
    ++count;
  }
  return count;
}

/// Ray numbers of all queries.
[[nodiscard]] std::vector<std::uint32_t> rays(const std::vector<naive::Query>& queries) {
  std::vector<std::uint32_t> numbers;
  for (const naive::Query& query : queries) numbers.push_back(query.ray);
  return numbers;
}

/// Phase A of the model with its counters.
struct Services {
  models::EncodingServices encoding;
  models::DirectionServices direction;

  explicit Services(const models::NfpModel& m)
      : encoding(m.levels, m.encoding.dims, m.encoding.features, m.params.encoding_engine, m.placement), direction(m.params.direction_encoder) {}
};

template <std::uint32_t kWidth, class Valid, class Ready>
void run_pipeline(const Case& c, const models::NfpModel& model, Services& services, Valid valid, Ready ready, naive::NfpResult& result) {
  const std::vector<naive::Query>& queries = c.stimulus.queries;
  const Positions positions(queries);
  const std::vector<std::uint32_t> ray_numbers = rays(queries);
  models::NfpPipeline<kWidth> pipeline(model.geometry);
  Recorder recorder(result, model.geometry);
  Rng rng(c.seed);
  for (std::size_t first = 0; first < queries.size();) {
    const std::size_t count = block_size(rng, queries, first);
    std::vector<std::uint16_t> engine(count * kWidth);
    std::vector<std::uint16_t> direction(count);
    services.encoding.run(positions.block(first, count), engine.data(), kWidth);
    services.direction.run(0, std::span(ray_numbers).subspan(first, count), direction.data());
    pipeline.run({.engine = engine.data(), .direction = direction.data(), .queries = static_cast<std::uint32_t>(count),
                  .ends_batch = queries[first + count - 1].last_of_batch},
                 queries[first].not_before, valid, ready, recorder);
    first += count;
  }
  const models::PipelineSpan span = pipeline.span();
  check(span.first_accept == result.accept.front() && span.first_join == result.join.front() && span.last_join == result.join.back() &&
            span.last_pop == result.pop.back() && pipeline.popped() == queries.size(),
        "the pipeline's summary is not what it reported query by query");
  result.edges = span.last_pop + 1;
  pipeline.finish(result.edges);
  collect_time(pipeline.engine_waits(), pipeline.direction_waits(), pipeline.mlp_account(), result);
  result.weight_load_edges = pipeline.weight_load_cycles();
}

template <std::uint32_t kWidth>
void run_width(const Case& c, const models::NfpModel& model, Services& services, naive::NfpResult& result) {
  // An input and an output that never hold anything up have shortcuts of their own in the model.
  if (c.stimulus.valid.percent == 100 && c.stimulus.ready.percent == 100) {
    run_pipeline<kWidth>(c, model, services, models::AlwaysValid{}, models::AlwaysReady{}, result);
  } else {
    run_pipeline<kWidth>(c, model, services, GatePolicy{c.stimulus.valid}, GatePolicy{c.stimulus.ready}, result);
  }
}

/// Counters that follow from services and steps rather than from waiting.
void collect_work(const models::NfpModel& model, const Services& services, naive::NfpResult& result) {
  const std::uint64_t beats = services.encoding.beats();
  for (std::size_t lane = 0; lane < services.encoding.lane_loads().size(); ++lane) {
    const models::EncodingServices::LaneLoad& load = services.encoding.lane_loads()[lane];
    naive::EdgeCount& edges = result.lanes.at(lane).edges;
    edges.busy = load.queries * model.placement.lane_passes.at(lane % model.placement.lanes()) * beats;
    edges.conflict = load.service - edges.busy;
  }
  if (model.geometry.has_direction_lane) {
    result.lanes.back().edges.busy = services.direction.queries();
    result.lanes.back().edges.conflict = services.direction.service() - services.direction.queries();
  }
  result.direction_evaluations = services.direction.evaluations();
  for (const models::LevelCounters& level : services.encoding.level_counters()) {
    result.levels.push_back({.passes = level.queries, .lookups = level.lookups, .reused = level.reused, .accesses = level.accesses,
                             .conflicts = level.conflicts() * beats, .by_fullest_bank = level.conflict_histogram});
  }
  const models::MlpEngineParams& array = model.params.mlp_engine;
  result.macs_clocked = result.mlp.busy * array.rows * array.cols;
  result.macs_useful = result.pop.size() * models::useful_macs(model.layers);
}

}  // namespace

naive::NfpResult run_model(const Case& c) {
  const models::NfpModel model = nfp_model(c.setup);
  Services services(model);
  naive::NfpResult result;
  if (model.placement.lanes() <= 8) {
    run_width<8>(c, model, services, result);
  } else {
    run_width<16>(c, model, services, result);
  }
  collect_work(model, services, result);
  return result;
}

}  // namespace ngpcsim::contract
