#include "tests/contract/model_values.h"

#include <algorithm>

#include "models/nfp/functional_network.h"
#include "tests/contract/model_grid.h"

namespace ngpcsim::contract {
namespace {

/// The tables of the case as the model fetches them.
class CaseTable final : public models::FeatureTable {
 public:
  explicit CaseTable(const naive::GridSetup& grid) : grid_(grid) {}

  [[nodiscard]] std::uint32_t features() const override { return grid_.features; }
  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<models::Fp16> out) const override {
    std::size_t at = 0;
    for (const std::uint32_t index : indices) {
      for (unsigned f = 0; f < grid_.features; ++f) out[at++] = {grid_.levels[level].table.at(std::size_t{index} * grid_.features + f)};
    }
  }

 private:
  naive::GridSetup grid_;
};

[[nodiscard]] std::vector<models::Fp16> fp16(const std::vector<naive::Half>& values) {
  std::vector<models::Fp16> converted;
  for (const naive::Half value : values) converted.push_back({value});
  return converted;
}

[[nodiscard]] std::vector<naive::Half> bits(const std::vector<models::Fp16>& values) {
  std::vector<naive::Half> converted;
  for (const models::Fp16 value : values) converted.push_back(value.bits);
  return converted;
}

[[nodiscard]] models::Mlp mlp(std::span<const naive::Layer> layers) {
  std::vector<models::MlpLayer> made;
  for (const naive::Layer& layer : layers) made.emplace_back(layer.in, layer.out, fp16(layer.weights));
  return models::Mlp(std::move(made));
}

}  // namespace

ModelValues model_values(const Case& c) {
  const std::vector<naive::Layer>& layers = c.setup.mlp.layers;
  const auto leaves = [](const naive::Layer& layer) { return layer.first_output_leaves; };
  const auto density = static_cast<std::size_t>(std::find_if(layers.begin(), layers.end(), leaves) - layers.begin()) + 1;
  const std::span<const naive::Layer> all(layers);
  const models::FunctionalNetwork network(encoding_params(c.setup.grid), grid_levels(c.setup.grid), std::make_shared<CaseTable>(c.setup.grid),
                                          mlp(all.first(density)), mlp(all.subspan(density)), c.setup.mlp.rows);
  ModelValues values;
  for (const naive::Query& query : c.stimulus.queries) {
    const std::array<float, 3> position{query.position[0], query.position[1], query.position[2]};
    const std::array<float, 3> direction{query.direction[0], query.direction[1], query.direction[2]};
    std::vector<models::Fp16> features(network.encoded_features());
    std::vector<models::Fp16> outputs(network.outputs());
    network.encode(position, features);
    network.evaluate(position, direction, outputs);
    values.features.push_back(bits(features));
    values.outputs.push_back(bits(outputs));
  }
  return values;
}

}  // namespace ngpcsim::contract
