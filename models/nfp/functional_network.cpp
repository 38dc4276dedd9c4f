#include "models/nfp/functional_network.h"

#include <algorithm>
#include <utility>

#include "models/direction_encoder/spherical_harmonics.h"
#include "models/encoding_engine/interpolate.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

constexpr std::size_t kMaxInputs = 256;

/// Distinct streams of one seed.
constexpr std::uint64_t kTableStream = 1, kDensityStream = 2, kColorStream = 3;
std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream) { return mix64(mix64(seed) + stream); }

std::uint32_t checked_inputs(std::uint64_t inputs, const char* what) {
  if (inputs > kMaxInputs) throw InputError({"network"}, fmt::format("{} inputs of the {} network", inputs, what), fmt::format("at most {}", kMaxInputs));
  return static_cast<std::uint32_t>(inputs);
}

}  // namespace

FunctionalNetwork::FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network, std::uint32_t rows,
                                     FeatureType feature_type, std::uint64_t seed)
    : FunctionalNetwork(encoding, levels, std::make_shared<SyntheticTable>(feature_type, encoding.features, stream_seed(seed, kTableStream)),
                        Mlp::synthetic(checked_inputs(levels.size() * encoding.features, "density"), network.width, network.density_hidden_layers,
                                       network.density_outputs, stream_seed(seed, kDensityStream)),
                        Mlp::synthetic(checked_inputs(network.density_outputs + kShValues, "colour"), network.width, network.color_hidden_layers,
                                       network.color_outputs, stream_seed(seed, kColorStream)),
                        rows) {}

FunctionalNetwork::FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, std::shared_ptr<const FeatureTable> table, Mlp density,
                                     Mlp color, std::uint32_t rows)
    : dims_(encoding.dims), rows_(rows), levels_(std::move(levels)), table_(std::move(table)), density_(std::move(density)), color_(std::move(color)) {
  check(dims_ == 2 || dims_ == 3, "a grid of {} dimensions", dims_);
  check(density_.inputs() == encoded_features(), "{} features for a network of {} inputs", encoded_features(), density_.inputs());
  check(color_.inputs() == density_.outputs() + kShValues, "{} density outputs and {} harmonics for a network of {} inputs", density_.outputs(), kShValues,
        color_.inputs());
}

void FunctionalNetwork::encode(const std::array<float, 3>& position, std::span<Fp16> out) const {
  check(out.size() == encoded_features(), "{} places for {} features", out.size(), encoded_features());
  const std::size_t features = table_->features();
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::span<Fp16> part = out.subspan(level * features, features);
    const auto number = static_cast<std::uint32_t>(level);
    if (dims_ == 2) encode_level<2>(levels_[level], number, *table_, {position[0], position[1]}, part);
    else encode_level<3>(levels_[level], number, *table_, position, part);
  }
}

void FunctionalNetwork::evaluate(const std::array<float, 3>& position, const std::array<float, 3>& direction, std::span<Fp16> out) const {
  evaluate_encoded(position, encode_direction(direction), out);
}

void FunctionalNetwork::evaluate_encoded(const std::array<float, 3>& position, std::span<const Fp16> coefficients, std::span<Fp16> out) const {
  check(out.size() == outputs(), "{} places for {} outputs", out.size(), outputs());
  check(coefficients.size() == kShValues, "{} coefficients of a direction", coefficients.size());
  std::array<Fp16, kMaxInputs> encoded, color_in;
  const std::span<Fp16> features = std::span(encoded).first(encoded_features());
  encode(position, features);

  density_.evaluate(features, rows_, std::span(color_in).first(density_.outputs()));
  std::copy(coefficients.begin(), coefficients.end(), color_in.begin() + density_.outputs());
  color_.evaluate(std::span(color_in).first(color_.inputs()), rows_, out.first(color_.outputs()));
  out.back() = color_in[0];
}

FunctionalNetwork make_synthetic_network(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network,
                                         const NfpParams& nfp) {
  return {encoding, std::move(levels), network, nfp.mlp_engine.rows, nfp.encoding_engine.feature_type, kSyntheticSeed};
}

}  // namespace ngpcsim::models
