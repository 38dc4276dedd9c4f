#include "tests/contract/model_run.h"

#include <vector>

#include "models/nfp/nfp_pipeline.h"
#include "tests/contract/model_blocks.h"
#include "tests/contract/model_counters.h"
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

template <class Pipeline, class Valid, class Ready>
void run_pipeline(const Case& c, const models::NfpModel& model, Services& services, Valid valid, Ready ready, naive::NfpResult& result) {
  Pipeline pipeline(model.geometry);
  Recorder recorder(result, model.geometry);
  BlockFeed feed(c, services, Pipeline::kStride);
  while (std::optional<Block> block = feed.next()) pipeline.run(block->services(), block->offer, valid, ready, recorder);
  const models::PipelineSpan span = pipeline.span();
  check(span.first_accept == result.accept.front() && span.first_join == result.join.front() && span.last_join == result.join.back() &&
            span.last_pop == result.pop.back() && pipeline.popped() == result.pop.size(),
        "the pipeline's summary is not what it reported query by query");
  result.edges = span.last_pop + 1;
  pipeline.finish(result.edges);
  collect_time(pipeline.engine_waits(), pipeline.direction_waits(), pipeline.mlp_account(), result);
  result.weight_load_edges = pipeline.weight_load_cycles();
}

template <class Pipeline>
void run_with(const Case& c, const models::NfpModel& model, Services& services, naive::NfpResult& result) {
  // An input and an output that never hold anything up have shortcuts of their own in the model.
  if (c.stimulus.valid.percent == 100 && c.stimulus.ready.percent == 100) {
    run_pipeline<Pipeline>(c, model, services, models::AlwaysValid{}, models::AlwaysReady{}, result);
  } else {
    run_pipeline<Pipeline>(c, model, services, GatePolicy{c.stimulus.valid}, GatePolicy{c.stimulus.ready}, result);
  }
}

}  // namespace

naive::NfpResult run_model(const Case& c) {
  const models::NfpModel model = nfp_model(c.setup);
  if (model.geometry.overlaps()) return run_model_in_window(c);
  Services services(model);
  naive::NfpResult result;
  // As make_nfp_timing chooses them: the direction encoder may share the engines' bank.
  const std::uint32_t lanes = model.placement.lanes() + (model.geometry.has_direction_lane ? 1 : 0);
  if (lanes <= 8) {
    run_with<models::NfpPipeline<8>>(c, model, services, result);
  } else if (lanes <= 16) {
    run_with<models::NfpPipeline<16>>(c, model, services, result);
  } else {
    run_with<models::NfpPipeline<24>>(c, model, services, result);
  }
  collect_work(model, services, result.pop.size(), result);
  return result;
}

naive::NfpResult run_model_in_window(const Case& c) {
  const models::NfpModel model = nfp_model(c.setup);
  Services services(model, true);
  naive::NfpResult result;
  run_with<models::NfpPipeline<models::OverlapBank::kMaxLanes, models::OverlapBank>>(c, model, services, result);
  collect_work(model, services, result.pop.size(), result);
  return result;
}

}  // namespace ngpcsim::contract
