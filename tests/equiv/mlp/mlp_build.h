#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/nfp/online/blocks.h"
#include "rtl/bridge/build.h"
#include "rtl/bridge/mlp_program.h"

namespace ngpcsim::equiv {

/// An MLP engine in RTL that can be thrown back to edge 0.
struct RestartableEngine {
  std::unique_ptr<models::online::MlpEngine> engine;
  std::function<void()> restart;
  std::function<std::uint64_t(std::uint32_t address)> read_perf;
};

/// A Verilated build, also made directly from a program: chains of layers that no network of a chip has.
struct MlpBuild {
  const rtl::Build* build;
  std::function<RestartableEngine(rtl::MlpProgram program, std::uint64_t power_up_seed, const rtl::Waves& waves)> make;

  [[nodiscard]] rtl::MlpSizes sizes() const { return rtl::MlpSizes(build->sizes); }
};

/// Needs "rtl/bridge/mlp_engine_block.h" where it is instantiated.
template <template <class> class Block, class Top>
[[nodiscard]] MlpBuild mlp_build(const rtl::Build& build) {
  return {.build = &build, .make = [name = std::string(build.name)](rtl::MlpProgram program, std::uint64_t power_up_seed, const rtl::Waves& waves) {
            auto block = std::make_unique<Block<Top>>(name, std::move(program), waves, power_up_seed);
            Block<Top>* const kept = block.get();
            return RestartableEngine{
                .engine = std::move(block), .restart = [kept] { kept->restart(); }, .read_perf = [kept](std::uint32_t address) { return kept->read_perf(address); }};
          }};
}

/// The builds that this program is linked with.
[[nodiscard]] const std::vector<MlpBuild>& mlp_builds();

}  // namespace ngpcsim::equiv
