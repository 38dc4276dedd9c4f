#include "models/nfp/functional_network.h"

#include <algorithm>
#include <utility>

#include "models/direction_encoder/spherical_harmonics.h"
#include "models/encoding_engine/interpolate.h"
#include "models/nfp/composite_encoding.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

constexpr std::size_t kMaxInputs = 256;

/// Distinct streams of one seed.
constexpr std::uint64_t kTableStream = 1, kTrunkStream = 2, kColorStream = 3;
std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream) { return mix64(mix64(seed) + stream); }

std::uint32_t checked_inputs(std::uint64_t inputs, const char* what) {
  if (inputs > kMaxInputs) throw InputError({"network"}, fmt::format("{} inputs of the {} network", inputs, what), fmt::format("at most {}", kMaxInputs));
  return static_cast<std::uint32_t>(inputs);
}

Mlp synthetic_trunk(const NetworkParams& network, std::size_t features, std::uint64_t seed) {
  const std::uint64_t stream = stream_seed(seed, kTrunkStream);
  if (network.kind == NetworkKind::kRadiance)
    return Mlp::synthetic(checked_inputs(features, "density"), network.width, network.density_hidden_layers, network.density_outputs, stream);
  return Mlp::synthetic(checked_inputs(features, "plain"), network.width, network.hidden_layers, network.outputs, stream,
                        network.output_activation == OutputActivation::kRelu);
}

std::optional<Mlp> synthetic_color(const NetworkParams& network, std::uint64_t seed) {
  if (network.kind == NetworkKind::kPlain) return std::nullopt;
  return Mlp::synthetic(checked_inputs(network.density_outputs + kShValues, "colour"), network.width, network.color_hidden_layers, network.color_outputs,
                        stream_seed(seed, kColorStream));
}

/// Zeros behind `inputs` values, up to the padded width.
void pad(std::span<ValueRow> rows, std::uint32_t inputs) {
  std::fill(rows.begin() + inputs, rows.begin() + static_cast<std::ptrdiff_t>(padded_width(inputs)), ValueRow{});
}

/// A row for each coordinate. Lanes without a query repeat the first.
std::array<ValueRow, 3> transpose(std::span<const std::array<float, 3>> vectors) {
  std::array<ValueRow, 3> rows;
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < kRowQueries; ++q) rows[d].lanes[q] = vectors[q < vectors.size() ? q : 0][d];
  return rows;
}

}  // namespace

FunctionalNetwork::FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network, std::uint32_t rows,
                                     FeatureType feature_type, std::uint64_t seed)
    : FunctionalNetwork(encoding, levels, std::make_shared<SyntheticTable>(feature_type, encoding.features, stream_seed(seed, kTableStream)),
                        synthetic_trunk(network, encoded_values(encoding), seed), synthetic_color(network, seed), rows) {}

FunctionalNetwork::FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, std::shared_ptr<const FeatureTable> table, Mlp trunk,
                                     std::optional<Mlp> color, std::uint32_t rows)
    : encoding_(encoding), rows_(rows), levels_(std::move(levels)), table_(std::move(table)), trunk_(std::move(trunk)), color_(std::move(color)) {
  check(encoding_.dims == 2 || encoding_.dims == 3, "a grid of {} dimensions", encoding_.dims);
  check(levels_.size() == encoding_.levels && table_->features() == encoding_.features, "{} levels of {} features for an encoding of {} and {}", levels_.size(), table_->features(), encoding_.levels, encoding_.features);
  check(trunk_.inputs() == encoded_features(), "{} features for a network of {} inputs", encoded_features(), trunk_.inputs());
  check(!color_ || color_->inputs() == trunk_.outputs() + kShValues, "{} density outputs and {} harmonics for a network of {} inputs", trunk_.outputs(), kShValues,
        color_ ? color_->inputs() : 0);
}

void FunctionalNetwork::encode_row(std::span<const std::array<float, 3>> positions, std::span<ValueRow> out) const {
  const std::array<ValueRow, 3> coordinates = transpose(positions);
  const std::size_t features = table_->features();
  for (std::size_t level = 0; level < levels_.size(); ++level)
    encode_level(levels_[level], static_cast<std::uint32_t>(level), *table_, std::span(coordinates).first(encoding_.dims), positions.size(),
                 out.subspan(level * features, features));
  encode_composite_row(positions, out.subspan(levels_.size() * features));
}

void FunctionalNetwork::encode_composite_row(std::span<const std::array<float, 3>> positions, std::span<ValueRow> out) const {
  if (encoding_.composite == CompositeKind::kNone) return;
  std::array<float, kMaxInputs> values;
  for (std::size_t q = 0; q < kRowQueries; ++q) {
    encode_composite(encoding_, positions[q < positions.size() ? q : 0], std::span(values).first(out.size()));
    for (std::size_t i = 0; i < out.size(); ++i) out[i].lanes[q] = to_float(to_fp16(static_cast<double>(values[i])));
  }
}

void FunctionalNetwork::encode(const std::array<float, 3>& position, std::span<Fp16> out) const {
  check(out.size() == encoded_features(), "{} places for {} features", out.size(), encoded_features());
  std::array<ValueRow, kMaxInputs> rows;
  encode_row({&position, 1}, std::span(rows).first(out.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = to_fp16(static_cast<double>(rows[i].lanes[0]));
}

void FunctionalNetwork::evaluate(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions,
                                 std::span<Fp16> out) const {
  check(out.size() == positions.size() * outputs(), "{} places for {} outputs of {} queries", out.size(), outputs(), positions.size());
  check(directions.empty() || directions.size() == positions.size(), "{} directions of {} queries", directions.size(), positions.size());
  for (std::size_t first = 0; first < positions.size(); first += kRowQueries) {
    const std::size_t count = std::min(kRowQueries, positions.size() - first);
    evaluate_row(positions.subspan(first, count), directions.empty() ? directions : directions.subspan(first, count), out.data() + first * outputs());
  }
}

void FunctionalNetwork::evaluate_row(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, Fp16* out) const {
  std::array<ValueRow, kMaxInputs> features, trunk_out;
  encode_row(positions, std::span(features).first(trunk_.inputs()));
  pad(features, trunk_.inputs());
  trunk_.evaluate(std::span(features).first(padded_width(trunk_.inputs())), rows_, std::span(trunk_out).first(padded_width(trunk_.outputs())));
  if (color_) return evaluate_color(positions.size(), directions, trunk_out, out);
  for (std::size_t q = 0; q < positions.size(); ++q)
    for (std::size_t n = 0; n < trunk_.outputs(); ++n) *out++ = to_fp16(static_cast<double>(trunk_out[n].lanes[q]));
}

/// The coefficients come behind the density outputs, in place of their padding.
void FunctionalNetwork::evaluate_color(std::size_t queries, std::span<const std::array<float, 3>> directions, std::span<ValueRow> in, Fp16* out) const {
  std::array<ValueRow, kMaxInputs> color_out;
  const std::span<ValueRow, kShValues> coefficients = in.subspan(trunk_.outputs()).first<kShValues>();
  if (directions.empty()) std::fill(coefficients.begin(), coefficients.end(), ValueRow{});
  else encode_directions(transpose(directions), coefficients);
  pad(in, color_->inputs());
  color_->evaluate(in.first(padded_width(color_->inputs())), rows_, std::span(color_out).first(padded_width(color_->outputs())));
  for (std::size_t q = 0; q < queries; ++q) {
    for (std::size_t n = 0; n < color_->outputs(); ++n) *out++ = to_fp16(static_cast<double>(color_out[n].lanes[q]));
    *out++ = to_fp16(static_cast<double>(in[0].lanes[q]));
  }
}

FunctionalNetwork make_synthetic_network(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network,
                                         const NfpParams& nfp) {
  return {encoding, std::move(levels), network, nfp.mlp_engine.rows, nfp.encoding_engine.feature_type, kSyntheticSeed};
}

}  // namespace ngpcsim::models
