#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/common/table_values.h"
#include "models/mlp_engine/mlp_values.h"
#include "models/nfp/params.h"

namespace ngpcsim::models {

/// The networks of instant-ngp, in the arithmetic of docs/timing.md section 5 (dataflow `broadcast`): position -> L x F grid features (and the composite
/// values, rounded to fp16) -> trunk. With a plain
/// network the trunk's outputs are the results. With NeRF the trunk is the density MLP, and its outputs with 16 spherical harmonics of the
/// direction go through a colour MLP. Hidden layers have ReLU; exp and logistic behind the outputs belong to the host; no biases. It knows nothing of time.
/// Calls on a const object may run in parallel.
class FunctionalNetwork {
 public:
  /// Synthetic table and weights, all from `seed`. `rows` is the height of the MAC array: it shapes the summation tree.
  /// Throws InputError where a network input is wider than 256.
  FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network, std::uint32_t rows,
                    FeatureType feature_type, std::uint64_t seed);
  /// Tables and weights from elsewhere: the trunk has encoded_features() inputs, the colour MLP, where there is one, trunk outputs + 16.
  FunctionalNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, std::shared_ptr<const FeatureTable> table, Mlp trunk,
                    std::optional<Mlp> color, std::uint32_t rows);

  /// Inputs of the trunk: L x F, and what a composite encoding has beside them.
  [[nodiscard]] std::size_t encoded_features() const { return encoded_values(encoding_); }
  /// Of the record that leaves the NFP: the trunk's outputs, or colour outputs and, last, the log density.
  [[nodiscard]] std::size_t outputs() const { return color_ ? color_->outputs() + std::size_t{1} : trunk_.outputs(); }

  [[nodiscard]] const FeatureTable& table() const { return *table_; }
  [[nodiscard]] const Mlp& trunk() const { return trunk_; }
  [[nodiscard]] bool has_color() const { return color_.has_value(); }
  [[nodiscard]] const Mlp& color() const { return color_.value(); }

  /// Features of a position (z is not read in 2-D): `out[level * F + f]`, then the composite values; encoded_features() of them.
  void encode(const std::array<float, 3>& position, std::span<Fp16> out) const;
  /// The whole network, of any number of queries: `out[q * outputs() + n]`. A direction for each position, unit vectors; without any, the coefficients of all
  /// directions are zeros; a plain network reads none. One query costs about as much as kRowQueries of them.
  void evaluate(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, std::span<Fp16> out) const;
  /// Of one query.
  void evaluate(const std::array<float, 3>& position, const std::array<float, 3>& direction, std::span<Fp16> out) const {
    evaluate({&position, 1}, {&direction, 1}, out);
  }

 private:
  /// Of one row: `directions` are none or as many as positions.
  void evaluate_row(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, Fp16* out) const;
  void evaluate_color(std::size_t queries, std::span<const std::array<float, 3>> directions, std::span<ValueRow> in, Fp16* out) const;
  void encode_composite_row(std::span<const std::array<float, 3>> positions, std::span<ValueRow> out) const;
  void encode_row(std::span<const std::array<float, 3>> positions, std::span<ValueRow> features) const;

  EncodingParams encoding_;
  std::uint32_t rows_;
  std::vector<GridLevel> levels_;
  std::shared_ptr<const FeatureTable> table_;
  Mlp trunk_;
  std::optional<Mlp> color_;
};

/// The network of runs that compute values without a trained one: synthetic tables and weights, the same in every run.
inline constexpr std::uint64_t kSyntheticSeed = 1;
[[nodiscard]] FunctionalNetwork make_synthetic_network(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network,
                                                       const NfpParams& nfp);

}  // namespace ngpcsim::models
