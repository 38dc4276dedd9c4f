#include "tests/equiv/mlp/mlp_lockstep.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::equiv {
namespace {

using models::online::JoinedQuery;
using models::online::MlpEngine;

/// The neighbours of an engine.
class Neighbours {
 public:
  explicit Neighbours(const MlpStimulus& stimulus) : stimulus_(stimulus) {}

  struct Edge {
    const JoinedQuery* joined = nullptr;
    bool taken = false;
  };
  [[nodiscard]] Edge next(bool ready, bool valid) {
    offering_ = offering_ || (joined_ < stimulus_.queries.size() && stimulus_.valid.open(edge_));
    Edge edge;
    if (offering_ && ready) {
      edge.joined = &stimulus_.queries[joined_++];
      offering_ = false;
    }
    edge.taken = valid && stimulus_.ready.open(edge_);
    popped_ += edge.taken ? 1U : 0U;
    ++edge_;
    return edge;
  }
  [[nodiscard]] std::size_t popped() const { return popped_; }

 private:
  const MlpStimulus& stimulus_;
  naive::Edge edge_ = 0;
  std::size_t joined_ = 0, popped_ = 0;
  bool offering_ = false;
};

[[nodiscard]] std::string differ(std::string_view what, std::uint64_t model, std::uint64_t rtl) {
  return model == rtl ? "" : fmt::format("{}: model {}, RTL {}", what, model, rtl);
}

[[nodiscard]] std::string bits(std::span<const models::Fp16> values) {
  std::string text;
  for (const models::Fp16 value : values) text += fmt::format(" {:04x}", value.bits);
  return text;
}

/// What can be seen before the edge.
[[nodiscard]] std::string ports_differ(const MlpEngine& model, const MlpEngine& rtl) {
  if (std::string found = differ("ready", model.ready(), rtl.ready()); !found.empty()) return found;
  if (std::string found = differ("valid", model.valid(), rtl.valid()); !found.empty()) return found;
  if (!model.valid() || std::ranges::equal(model.values(), rtl.values())) return "";
  return fmt::format("values: model{}, RTL{}", bits(model.values()), bits(rtl.values()));
}

/// What the edge did.
[[nodiscard]] std::string work_differs(const MlpEngine& model, const MlpEngine& rtl) {
  const models::MlpAccount m = model.account(), r = rtl.account();
  for (const std::string& found :
       {differ("step", model.events().step, rtl.events().step), differ("phase", model.events().phase, rtl.events().phase), differ("busy", m.busy, r.busy),
        differ("output_full", m.output_full, r.output_full), differ("weights", m.weights, r.weights), differ("dependency", m.dependency, r.dependency),
        differ("input_empty", m.input_empty, r.input_empty), differ("weight_load_cycles", model.weight_load_cycles(), rtl.weight_load_cycles()),
        differ("macs_useful", model.macs_useful(), rtl.macs_useful())}) {
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace

std::string mlp_lockstep(MlpEngine& model, MlpEngine& rtl, const MlpStimulus& stimulus) {
  constexpr std::uint64_t kStuck = 200'000;
  Neighbours neighbours(stimulus);
  std::uint64_t last_pop = 0, idle = 0;
  for (std::uint64_t edge = 0; neighbours.popped() < stimulus.queries.size() || idle++ < stimulus.idle_edges; ++edge) {
    std::string found = ports_differ(model, rtl);
    if (!found.empty()) return fmt::format("before edge {}, {} popped: {}", edge, neighbours.popped(), found);
    const auto [joined, taken] = neighbours.next(model.ready(), model.valid());
    model.clock(joined, taken);
    rtl.clock(joined, taken);
    found = work_differs(model, rtl);
    if (!found.empty()) return fmt::format("after edge {}, {} popped: {}", edge, neighbours.popped(), found);
    if (taken) last_pop = edge;
    if (edge - last_pop > kStuck) return fmt::format("nothing came out for {} edges after edge {}", kStuck, last_pop);
  }
  return "";
}

void mlp_drive(MlpEngine& engine, const MlpStimulus& stimulus, std::uint64_t edges) {
  Neighbours neighbours(stimulus);
  for (std::uint64_t edge = 0; edge < edges; ++edge) {
    const auto [joined, taken] = neighbours.next(engine.ready(), engine.valid());
    engine.clock(joined, taken);
  }
}

}  // namespace ngpcsim::equiv
