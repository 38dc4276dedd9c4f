#include "tests/contract/model_values.h"

#include "tests/contract/case_network.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] std::vector<naive::Half> bits(const std::vector<models::Fp16>& values) {
  std::vector<naive::Half> converted;
  for (const models::Fp16 value : values) converted.push_back(value.bits);
  return converted;
}

}  // namespace

ModelValues model_values(const Case& c) {
  const models::FunctionalNetwork network = case_network(c);
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
