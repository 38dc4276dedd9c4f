#include "models/nfp/float_network.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/common/grid_index.h"
#include "models/direction_encoder/spherical_harmonics.h"
#include "models/nfp/composite_encoding.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

template <std::size_t D>
void encode_in(const GridLevel& level, const std::array<float, 3>& position, const float* table, std::uint32_t features, float* out) {
  std::array<float, D> place;
  std::copy_n(position.begin(), D, place.begin());
  GridCell<D> cell = locate(level, place);
  if (level.interpolation == Interpolation::kSmoothstep)
    for (float& x : cell.fraction) x = x * x * (3.0f - 2.0f * x);
  for (std::size_t corner = 0; corner < corners_read(level.interpolation, D); ++corner) {
    const float weight = level.interpolation == Interpolation::kNearest ? 1.0f : corner_weight(cell, corner);
    const float* const entry = table + (level.offset + vertex_index(level, corner_vertex(cell, corner))) * features;
    for (std::uint32_t f = 0; f < features; ++f) out[f] += weight * entry[f];
  }
}

/// The harmonics of each direction behind what is there; zeros without directions.
void join(std::span<const std::array<float, 3>> directions, std::vector<std::array<float, FloatNetwork::kLanes>>& values) {
  const std::size_t first = values.size();
  values.resize(first + kShValues);
  for (std::size_t q = 0; q < directions.size(); ++q) {
    const std::array<float, kShValues> harmonics = spherical_harmonics(directions[q]);
    for (std::size_t c = 0; c < kShValues; ++c) values[first + c][q] = harmonics[c];
  }
}

}  // namespace

FloatNetwork::FloatNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network, std::span<const Fp16> parameters)
    : encoding_(encoding), levels_(std::move(levels)), layout_(parameter_layout(encoding, levels_, network)) {
  check(parameters.size() == layout_.total, "{} parameters for a network of {}", parameters.size(), layout_.total);
  parameters_.reserve(parameters.size());
  for (const Fp16 value : parameters) parameters_.push_back(to_float(value));
}

std::size_t FloatNetwork::outputs() const {
  const bool density = std::any_of(layout_.layers.begin(), layout_.layers.end(), [](const Layer& layer) { return layer.first_output_leaves; });
  return layout_.layers.back().outputs + (density ? std::size_t{1} : 0);
}

void FloatNetwork::evaluate(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, std::span<float> out) const {
  check(out.size() == positions.size() * outputs(), "{} places for {} outputs of {} queries", out.size(), outputs(), positions.size());
  for (std::size_t first = 0; first < positions.size(); first += kLanes) {
    const std::size_t count = std::min(kLanes, positions.size() - first);
    evaluate_some(positions.subspan(first, count), directions.empty() ? directions : directions.subspan(first, count), out.data() + first * outputs());
  }
}

void FloatNetwork::encode(const std::array<float, 3>& position, std::size_t lane, std::vector<Row>& features) const {
  const float* const table = parameters_.data() + layout_.first_feature;
  std::array<float, 8> of_level;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    of_level.fill(0.0f);
    if (encoding_.dims == 2) encode_in<2>(levels_[l], position, table, encoding_.features, of_level.data());
    else encode_in<3>(levels_[l], position, table, encoding_.features, of_level.data());
    for (std::uint32_t f = 0; f < encoding_.features; ++f) features[l * encoding_.features + f][lane] = of_level[f];
  }
  if (encoding_.composite == CompositeKind::kNone) return;
  std::vector<float> beside(composite_values(encoding_));
  encode_composite(encoding_, position, beside);
  for (std::size_t i = 0; i < beside.size(); ++i) features[std::size_t{encoding_.levels} * encoding_.features + i][lane] = beside[i];
}

void FloatNetwork::evaluate_some(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, float* out) const {
  std::vector<Row> values(encoded_values(encoding_)), results;
  for (std::size_t q = 0; q < positions.size(); ++q) encode(positions[q], q, values);
  std::optional<Row> density;
  for (std::size_t l = 0; l < layout_.layers.size(); ++l) {
    const Layer& layer = layout_.layers[l];
    if (layer.joins_direction) join(directions, values);
    results.assign(layer.outputs, Row{});
    for (std::uint32_t o = 0; o < layer.outputs; ++o) {
      const float* const weights = parameters_.data() + layout_.first_weight[l] + std::size_t{o} * padded_width(layer.inputs);
      Row sum{};
      for (std::uint32_t i = 0; i < layer.inputs; ++i)
        for (std::size_t q = 0; q < kLanes; ++q) sum[q] += weights[i] * values[i][q];
      for (std::size_t q = 0; q < kLanes; ++q) results[o][q] = layer.relu ? std::max(sum[q], 0.0f) : sum[q];
    }
    if (layer.first_output_leaves) density = results[0];
    std::swap(values, results);
  }
  for (std::size_t q = 0; q < positions.size(); ++q) {
    for (const Row& value : values) *out++ = value[q];
    if (density) *out++ = (*density)[q];
  }
}

}  // namespace ngpcsim::models
