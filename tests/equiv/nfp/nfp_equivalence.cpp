#include "tests/equiv/nfp/nfp_equivalence.h"

#include <exception>
#include <memory>

#include <fmt/format.h>

#include "rtl/bridge/rtl_nfp.h"
#include "tests/contract/case_network.h"
#include "tests/contract/comparison.h"
#include "tests/contract/model_setup.h"
#include "tests/contract/model_values.h"
#include "tests/contract/online_run.h"
#include "tests/equiv/nfp/sized_case.h"

namespace ngpcsim::equiv {
namespace {

/// The model of a case, with what a case leaves open as the build has it: the type of a feature, and how latencies divide into stages.
[[nodiscard]] models::NfpModel model_for(const contract::Case& c, const rtl::Sizes& sizes) {
  models::NfpModel model = contract::nfp_model(c.setup);
  models::EncodingEngineParams& engine = model.params.encoding_engine;
  engine.feature_type = feature_type(sizes);
  engine.pos_fract_cycles = sizes["PosFractCycles"];
  engine.grid_index_cycles = sizes["GridIndexCycles"];
  engine.grid_sram.latency_cycles = sizes["SramLatency"];
  engine.interpolate_cycles = sizes["InterpolateCycles"];
  return model;
}

/// What a case needs to run on the RTL of a build.
struct RtlCase {
  models::NfpModel model;
  models::FunctionalNetwork network;
  std::unique_ptr<models::online::NfpCore> core;

  RtlCase(const contract::Case& c, const rtl::Build& build, const rtl::Waves& waves)
      : model(model_for(c, build.sizes)),
        network(contract::case_network(c, model.params.encoding_engine.feature_type)),
        core(build.nfp({.model = model, .network = &network, .waves = waves, .load_through_port = c.seed % 16 == 0, .power_up_seed = c.seed + 1})) {}
};

[[nodiscard]] std::string differ(const std::vector<std::vector<naive::Half>>& rtl, const std::vector<std::vector<naive::Half>>& model) {
  if (rtl.size() != model.size()) return fmt::format("{} outputs, model {}", rtl.size(), model.size());
  for (std::size_t i = 0; i < rtl.size(); ++i) {
    if (rtl[i] != model[i]) return fmt::format("outputs of query {}: RTL {:#06x}, model {:#06x}", i, fmt::join(rtl[i], " "), fmt::join(model[i], " "));
  }
  return "";
}

[[nodiscard]] std::string differ(const naive::NfpResult& rtl, const contract::Case& c) {
  const std::string timing = contract::difference(rtl, contract::run_model(c));
  if (!timing.empty()) return "RTL for twin: " + timing;
  return c.setup.direction ? differ(rtl.outputs, contract::model_values(c).outputs) : "";
}

/// Counters that only RTL has: queries accepted and joined; and perf addresses of no unit and no engine.
[[nodiscard]] std::string perf_port_differs(const rtl::RtlNfp& core, std::uint64_t queries) {
  constexpr std::uint32_t kNoUnit = 0xf0'0000, kNoEngine = 0x1f'f000;
  for (const std::uint32_t address : {0U, 1U})
    if (core.read_perf(address) != queries) return fmt::format("counter {} of the NFP is {} after {} queries", address, core.read_perf(address), queries);
  return core.read_perf(kNoUnit) == 0 && core.read_perf(kNoEngine) == 0 ? "" : "a perf address without a counter is not 0";
}

/// Runs a case from edge 0 and compares it with the model's.
[[nodiscard]] std::string run_and_differ(const contract::Case& rtl_case, const RtlCase& rtl, const contract::Case& model_case) {
  const std::string found = differ(contract::online_run(rtl_case, rtl.model, *rtl.core), model_case);
  return found.empty() ? perf_port_differs(dynamic_cast<const rtl::RtlNfp&>(*rtl.core), rtl_case.stimulus.queries.size()) : found;
}

}  // namespace

std::string nfp_difference(const contract::Case& rtl_case, const contract::Case& model_case, const rtl::Build& build, const rtl::Waves& waves) {
  try {
    const RtlCase rtl(rtl_case, build, waves);
    return run_and_differ(rtl_case, rtl, model_case);
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string nfp_difference(const contract::Case& c, const rtl::Build& build, const rtl::Waves& waves) { return nfp_difference(c, c, build, waves); }

std::string nfp_difference_after_reset(const contract::Case& c, const rtl::Build& build, std::uint64_t edges) {
  try {
    const RtlCase rtl(c, build, {});
    contract::OnlineRun(c, rtl.model, *rtl.core).run_until(edges);
    dynamic_cast<rtl::RtlNfp&>(*rtl.core).restart();
    return run_and_differ(c, rtl, c);
  } catch (const std::exception& error) {
    return error.what();
  }
}

void make_and_drop(const rtl::Build& first, const rtl::Build& second) {
  const RtlCase outlives(sized_case(0, first.sizes), first, {});
  {
    const RtlCase goes(sized_case(0, second.sizes), second, {});
    goes.core->clock(nullptr, false);
  }
  outlives.core->clock(nullptr, false);
}

std::string replayable_difference(std::uint64_t seed, const rtl::Build& build) {
  const contract::Case c = sized_case(seed, build.sizes);
  const std::string found = nfp_difference(c, build);
  if (found.empty()) return "";
  const std::string file = fmt::format("{}_{}.fst", build.name, seed);
  static_cast<void>(nfp_difference(c, build, {.file = file, .first_edge = 0, .edges = 1'000'000}));
  return fmt::format("{}\n{}\nwaveform: {}; again: nfp_replay {} {} {}", found, contract::describe(c), file, build.name, seed, file);
}

}  // namespace ngpcsim::equiv
