#include "sim/app/result/assumptions.h"

namespace ngpcsim::app {
std::vector<std::string> assumptions(const RunFacts& facts) {
  const RunConfig& c = facts.config;
  const models::EncodingEngineParams& engine = c.chip.nfp.encoding_engine;
  const bool eight_bit = engine.feature_type == models::FeatureType::kInt8;
  std::vector<std::string> list;
  list.push_back(fmt::format("features are stored as {} ({} bits), weights and activations as fp16, sums in fp32", config::name_of(models::kFeatureTypes, engine.feature_type), eight_bit ? 8 : 16));
  if (c.workload.application == Application::kNerf)
    list.push_back(c.workload.nerf.min_transmittance > 0.0
                       ? fmt::format("rays end with the round after which less than {} of the light comes through, by the scene's own densities", c.workload.nerf.min_transmittance)
                       : std::string("rays are marched to their end (workload.min_transmittance)"));
  if (engine.grid_sram.mode == models::SramMode::kCached) {
    list.push_back(fmt::format("the grid caches are empty at the start of the run, weights are {}", engine.grid_sram.warm_start ? "already loaded" : "not yet loaded"));
    list.push_back("reading tags of the grid caches takes no energy; tags and fill buffers are part of the area");
  } else if (facts.record.paging) {
    list.push_back(fmt::format("no page of the tables is loaded at the start of the run; tables that are not paged, and weights, are {}", engine.grid_sram.warm_start ? "already loaded" : "not yet loaded"));
    list.push_back("bins of pages and buffers of partial sums are part of area and energy, multicast to several NFPs is charged as bytes of each");
  } else
    list.push_back(fmt::format("table and weights are {} at the start of the run",
                             engine.grid_sram.mode == models::SramMode::kResident && engine.grid_sram.warm_start ? "already loaded" : "not yet loaded"));
  list.push_back(fmt::format("directions are encoded {}", c.chip.nfp.direction_encoder.placement == models::DirectionPlacement::kNfp ? "in the NFPs" : "by the host"));
  list.push_back(fmt::format("energy and area from table {}, {} nm {} cells, scaled to {} nm at {} V", c.energy_name(), c.energy.table.node_nm,
                             config::name_of(energy::kDeviceTypes, c.energy.table.device), c.energy.technology.node_nm, c.energy.technology.voltage));
  list.push_back("the weight memory is as large as the workload's networks");
  return list;
}

}  // namespace ngpcsim::app
