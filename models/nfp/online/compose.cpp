#include "models/nfp/online/compose.h"

#include <utility>

#include "models/nfp/online/model_lane.h"
#include "models/nfp/online/model_mlp.h"
#include "sim/base/error.h"

namespace ngpcsim::models::online {

std::unique_ptr<ComposedNfp> compose(const NfpModel& model, const FunctionalNetwork* network, const Implementations& made_by_factory, Factory* factory) {
  const bool asks_factory = made_by_factory.encoding_engine || made_by_factory.direction_encoder || made_by_factory.mlp_engine;
  check(!asks_factory || (factory != nullptr && network != nullptr), "blocks of a factory need the factory, and tables and weights to load");
  NfpBlocks blocks;
  for (std::uint32_t group = 0; group < model.placement.groups; ++group) {
    for (std::uint32_t lane = 0; lane < model.placement.lanes(); ++lane) {
      if (made_by_factory.encoding_engine) blocks.engines.push_back(factory->engine_lane(model, *network, lane));
      else blocks.engines.push_back(std::make_unique<ModelEngineLane>(model, lane, network));
    }
  }
  if (model.geometry.has_direction_lane) {
    if (made_by_factory.direction_encoder) blocks.direction = factory->direction_lane(model);
    else blocks.direction = std::make_unique<ModelDirectionLane>(model, network != nullptr);
  }
  if (made_by_factory.mlp_engine) blocks.mlp = factory->mlp_engine(model, *network);
  else blocks.mlp = std::make_unique<ModelMlpEngine>(model, network);
  return std::make_unique<ComposedNfp>(model, std::move(blocks));
}

}  // namespace ngpcsim::models::online
