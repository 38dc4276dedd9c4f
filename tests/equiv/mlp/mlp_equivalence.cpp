#include "tests/equiv/mlp/mlp_equivalence.h"

#include <exception>

#include <fmt/format.h>

#include "models/nfp/online/model_mlp.h"
#include "tests/contract/case_network.h"
#include "tests/contract/model_setup.h"
#include "tests/equiv/mlp/layered_engine.h"
#include "tests/equiv/mlp/mlp_case.h"

namespace ngpcsim::equiv {
namespace {

constexpr std::uint32_t kNoCounter = 0xfff;
constexpr std::uint32_t kNoRegister = 0x107;  ///< the eighth field of the first layer

/// Perf addresses that no model reads: outputs taken, and one without a counter.
[[nodiscard]] std::string perf_port_differs(const RestartableEngine& rtl, std::uint64_t outputs) {
  if (rtl.read_perf(7) != outputs) return fmt::format("{} outputs taken, the engine counts {}", outputs, rtl.read_perf(7));
  return rtl.read_perf(kNoCounter) == 0 ? "" : "a perf address without a counter is not 0";
}

[[nodiscard]] std::string run_chain(const ChainCase& c, const MlpBuild& build, const ChainOptions& options) {
  ChainModel made{.layers = c.layers, .double_buffering = c.double_buffering, .sizes = build.sizes()};
  rtl::MlpProgram program = rtl::mlp_program(made.layers, made.double_buffering, made.sizes);
  // Registers of layers that the network does not have mean nothing.
  if (made.layers.size() < made.sizes.max_layers)
    for (std::uint32_t field = 0; field < 5; ++field) program.registers.push_back({static_cast<std::uint32_t>(0x100 + 8 * made.layers.size() + field), 1});
  program.registers.push_back({kNoRegister, 1});
  const RestartableEngine rtl = build.make(std::move(program), c.seed + 1, {});
  if (options.from_reset_in_flight) {
    MlpStimulus other = c.stimulus;
    other.valid.seed = mix64(c.seed);
    mlp_drive(*rtl.engine, other, mix64(c.seed) % 300);
    rtl.restart();
  }
  if (options.plant) options.plant(made);
  LayeredEngine model(made.layers, made.double_buffering, made.sizes);
  const std::string found = mlp_lockstep(model, *rtl.engine, c.stimulus);
  return found.empty() ? perf_port_differs(rtl, c.stimulus.queries.size()) : found;
}

}  // namespace

std::string chain_difference(std::uint64_t seed, const MlpBuild& build, const ChainOptions& options) {
  const ChainCase c = chain_case(seed, build.sizes());
  std::string found;
  try {
    found = run_chain(c, build, options);
  } catch (const std::exception& error) {
    found = error.what();
  }
  return found.empty() ? "" : fmt::format("{}\n  build {}, {}", found, build.build->name, describe(c));
}

std::string nerf_difference(std::uint64_t seed, const MlpBuild& build) {
  const NerfCase c = nerf_case(seed, build.sizes());
  std::string found;
  try {
    const models::NfpModel model = contract::nfp_model(c.nfp.setup);
    const models::FunctionalNetwork network = contract::case_network(c.nfp);
    const std::unique_ptr<models::online::MlpEngine> rtl = build.build->mlp_engine({.model = model, .network = &network, .power_up_seed = seed + 1});
    models::online::ModelMlpEngine reference(model, &network);
    found = mlp_lockstep(reference, *rtl, c.stimulus);
  } catch (const std::exception& error) {
    found = error.what();
  }
  return found.empty() ? "" : fmt::format("{}\n  build {}, {}", found, build.build->name, contract::describe(c.nfp));
}

}  // namespace ngpcsim::equiv
