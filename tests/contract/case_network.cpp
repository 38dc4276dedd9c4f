#include "tests/contract/case_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/error.h"
#include "tests/contract/model_grid.h"

namespace ngpcsim::contract {
namespace {

constexpr int kCodeExponent = -7;

/// The tables of the case as the model fetches them.
class CaseTable final : public models::FeatureTable {
 public:
  CaseTable(naive::GridSetup grid, models::FeatureType type) : grid_(std::move(grid)), type_(type) {}

  [[nodiscard]] std::uint32_t features() const override { return grid_.features; }
  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<models::Fp16> out) const override {
    std::size_t at = 0;
    for (const std::uint32_t index : indices) {
      for (unsigned f = 0; f < grid_.features; ++f) out[at++] = {grid_.levels[level].table.at(std::size_t{index} * grid_.features + f)};
    }
  }
  [[nodiscard]] models::FeatureType type() const override { return type_; }
  [[nodiscard]] int exponent(std::uint32_t) const override { return type_ == models::FeatureType::kInt8 ? kCodeExponent : 0; }
  [[nodiscard]] std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const override {
    const models::Fp16 value{grid_.levels[level].table.at(std::size_t{index} * grid_.features + feature)};
    if (type_ == models::FeatureType::kFp16) return value.bits;
    const float code = std::ldexp(models::to_float(value), -kCodeExponent);
    check(code >= -128.0F && code <= 127.0F && code == std::nearbyint(code), "{} is no 8-bit code", code);
    return static_cast<std::uint8_t>(static_cast<int>(code));
  }

 private:
  naive::GridSetup grid_;
  models::FeatureType type_;
};

[[nodiscard]] std::vector<models::Fp16> fp16(const std::vector<naive::Half>& values) {
  std::vector<models::Fp16> converted;
  for (const naive::Half value : values) converted.push_back({value});
  return converted;
}

[[nodiscard]] models::Mlp mlp(std::span<const naive::Layer> layers) {
  std::vector<models::MlpLayer> made;
  for (const naive::Layer& layer : layers) made.emplace_back(layer.in, layer.out, fp16(layer.weights));
  return models::Mlp(std::move(made));
}

}  // namespace

models::FunctionalNetwork case_network(const Case& c, models::FeatureType type) {
  const std::vector<naive::Layer>& layers = c.setup.mlp.layers;
  const auto leaves = [](const naive::Layer& layer) { return layer.first_output_leaves; };
  const auto density = static_cast<std::size_t>(std::find_if(layers.begin(), layers.end(), leaves) - layers.begin()) + 1;
  const std::span<const naive::Layer> all(layers);
  return {encoding_params(c.setup.grid), grid_levels(c.setup.grid), std::make_shared<CaseTable>(c.setup.grid, type), mlp(all.first(density)),
          mlp(all.subspan(density)), c.setup.mlp.rows};
}

}  // namespace ngpcsim::contract
