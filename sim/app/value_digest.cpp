#include "sim/app/value_digest.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/app/run_network.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint64_t kFnvPrime = 0x100000001b3;

}  // namespace

ValueDigest::ValueDigest(const RunConfig& config, const std::vector<models::GridLevel>& levels)
    : network_(functional_network(config, levels, "--mode functional")), trained_(config.workload.trained != nullptr), ranges_(network_.outputs()) {}

decltype(models::RunHooks::round) ValueDigest::hook() {
  return [this](const stream::Queries& queries, const stream::Directions& directions) {
    constexpr std::size_t kBatch = 256;
    std::vector<std::array<float, 3>> positions, batch_directions;
    std::vector<models::Fp16> outputs;
    for (std::size_t first = 0; first < queries.size(); first += kBatch) {
      positions.clear();
      batch_directions.clear();
      for (std::size_t i = first; i < std::min(first + kBatch, queries.size()); ++i) {
        const std::uint32_t ray = queries.ray[i];
        positions.push_back({queries.x[i], queries.y[i], queries.z[i]});
        if (!directions.x.empty()) batch_directions.push_back({directions.x[ray], directions.y[ray], directions.z[ray]});
      }
      outputs.resize(positions.size() * network_.outputs());
      network_.evaluate(positions, batch_directions, outputs);
      for (std::size_t q = 0; q < positions.size(); ++q) add(std::span(outputs).subspan(q * network_.outputs(), network_.outputs()));
    }
  };
}

void ValueDigest::add(std::span<const models::Fp16> outputs) {
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    const std::uint16_t bits = outputs[n].bits;
    digest_ = (digest_ ^ (bits & 0xFFu)) * kFnvPrime;
    digest_ = (digest_ ^ (bits >> 8)) * kFnvPrime;
    const float value = models::to_float(outputs[n]);
    Range& range = ranges_[n];
    range = queries_ == 0 ? Range{value, value} : Range{std::min(range.low, value), std::max(range.high, value)};
  }
  ++queries_;
}

Json ValueDigest::json() const {
  Json outputs = Json::array();
  for (const Range& range : ranges_) outputs.push_back({{"min", range.low}, {"max", range.high}});
  return {{"queries", queries_}, {"digest", fmt::format("{:016x}", digest_)}, {"outputs", outputs}, {"parameters", trained_ ? std::string("snapshot") : fmt::format("synthetic, seed {}", models::kSyntheticSeed)}};
}

std::string ValueDigest::line() const {
  return fmt::format("  values      {} queries evaluated with {} tables and weights, digest {:016x}\n", queries_, trained_ ? "the snapshot's" : "synthetic", digest_);
}

}  // namespace ngpcsim::app
