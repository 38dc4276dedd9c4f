#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/common/run_hooks.h"
#include "models/nfp/functional_network.h"
#include "sim/app/json.h"
#include "sim/app/run_config.h"

namespace ngpcsim::app {

/// The values of a functional run: every query's network output, in the arithmetic of docs/timing.md section 5, summed up as a digest and a range per
/// output. Tables and weights are those of the workload's snapshot, or synthetic, from a fixed seed.
class ValueDigest {
 public:
  /// Throws InputError for a snapshot without parameters. Those that it has are as many as its networks take (open_inputs).
  ValueDigest(const RunConfig& config, const std::vector<models::GridLevel>& levels);

  /// Evaluates a round of queries; must not outlive this object.
  [[nodiscard]] decltype(models::RunHooks::round) hook();

  [[nodiscard]] Json json() const;
  /// For the summary.
  [[nodiscard]] std::string line() const;

 private:
  struct Range {
    float low = 0.0f, high = 0.0f;
  };
  void add(std::span<const models::Fp16> outputs);

  models::FunctionalNetwork network_;
  bool trained_;
  std::uint64_t queries_ = 0;
  std::uint64_t digest_ = 0xcbf29ce484222325;  ///< FNV-1a over the bits of all outputs
  std::vector<Range> ranges_;
};

}  // namespace ngpcsim::app
