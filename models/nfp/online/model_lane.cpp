#include "models/nfp/online/model_lane.h"

#include "models/encoding_engine/interpolate.h"
#include "sim/base/error.h"

namespace ngpcsim::models::online {

ModelEngineLane::ModelEngineLane(const NfpModel& model, std::uint32_t lane, const FunctionalNetwork* network)
    : model_(model),
      network_(network),
      lane_(lane),
      passes_(model.placement.lane_passes.at(lane)),
      beats_(model.beats()),
      flow_(model.geometry.engine, passes_, model.geometry.banks),
      coming_(passes_),
      work_(flow_.places() * passes_),
      totals_(passes_),
      features_(network != nullptr ? flow_.places() * passes_ * model.encoding.features : 0) {
  const GridSramParams& sram = model.params.encoding_engine.grid_sram;
  for (std::size_t level = lane; level < model.levels.size(); level += model.placement.lanes()) {
    services_.emplace_back(model.levels[level], model.encoding.dims, sram.corner_reuse, model.costs[level]);
    if (model.geometry.overlaps()) accesses_.emplace_back(model.levels[level], model.encoding.dims, model.geometry.banks.banks, sram, 1);
  }
}

std::span<const Fp16> ModelEngineLane::values() const {
  if (network_ == nullptr) return {};
  const std::size_t width = std::size_t{passes_} * model_.encoding.features;
  return std::span(features_).subspan(flow_.place(flow_.taken()) * width, width);
}

void ModelEngineLane::clock(const QueryRecord* pushed, bool taken) {
  if (pushed != nullptr && network_ != nullptr) encode(*pushed);
  flow_.clock(pushed != nullptr ? serve(*pushed) : std::span<const PassWork>{}, taken);
  if (flow_.events().issue && flow_.issued() > 1) add_work(flow_.issued() - 2, passes_, totals_);
}

/// The work of each pass of the query that comes in.
std::span<const PassWork> ModelEngineLane::serve(const QueryRecord& query) {
  const bool three_d = model_.encoding.dims == 3;
  const PositionBlock block{&query.position[0], &query.position[1], three_d ? &query.position[2] : nullptr, 1};
  check(in_unit_cube(model_.encoding.dims, block), "a query's position lies outside the unit cube");
  const std::size_t first = flow_.place(flow_.pushed()) * passes_;
  alignas(32) std::array<std::uint8_t, Cells::kCapacity> fullest;  // a block's worth, as the kernels demand
  for (std::uint32_t pass = 0; pass < passes_; ++pass) {
    LevelCounters& work = work_[first + pass];
    work = {};
    coming_[pass].cycles = static_cast<std::uint16_t>(services_[pass].run(block, fullest.data(), work) * beats_);
    if (!accesses_.empty()) accesses_[pass].run(block, 0, &coming_[pass].accesses, 1);
  }
  return coming_;
}

void ModelEngineLane::encode(const QueryRecord& query) {
  const std::size_t features = model_.encoding.features;
  const std::size_t first = flow_.place(flow_.pushed()) * passes_ * features;
  for (std::uint32_t pass = 0; pass < passes_; ++pass) {
    const std::uint32_t number = lane_ + pass * model_.placement.lanes();
    const std::span<Fp16> out = std::span(features_).subspan(first + pass * features, features);
    if (model_.encoding.dims == 2) encode_level<2>(model_.levels[number], number, network_->table(), {query.position[0], query.position[1]}, out);
    else encode_level<3>(model_.levels[number], number, network_->table(), query.position, out);
  }
}

void ModelEngineLane::tables_loaded() {
  check(flow_.pushed() == flow_.taken(), "tables loaded while {} queries are in an engine", flow_.pushed() - flow_.taken());
  for (LevelService& service : services_) service.forget();
  for (LevelAccesses& accesses : accesses_) accesses.forget();
}

void ModelEngineLane::add_work(std::uint64_t query, std::size_t passes, std::span<LevelCounters> totals) const {
  const std::size_t first = flow_.place(query) * passes_;
  for (std::size_t pass = 0; pass < passes; ++pass) totals[pass] += work_[first + pass];
}

std::vector<LevelCounters> ModelEngineLane::level_counters() const {
  std::vector<LevelCounters> totals = totals_;
  if (flow_.issued() > 0) add_work(flow_.issued() - 1, flow_.passes_begun(), totals);
  return totals;
}

ModelDirectionLane::ModelDirectionLane(const NfpModel& model, bool values)
    : flow_(model.geometry.direction, 1, 1),
      services_(model.params.direction_encoder),
      has_values_(values),
      evaluates_(flow_.places()),
      coefficients_(values ? flow_.places() : 0) {
  check(model.geometry.has_direction_lane, "a lane for directions that the host encodes");
}

std::span<const Fp16> ModelDirectionLane::values() const {
  if (!has_values_) return {};
  return coefficients_[flow_.place(flow_.taken())];
}

void ModelDirectionLane::clock(const QueryRecord* pushed, bool taken) {
  PassWork evaluation;
  if (pushed != nullptr) {
    const std::size_t place = flow_.place(flow_.pushed());
    const std::uint64_t before = services_.evaluations();
    if (pushed->first_of_launch) ++launch_;
    services_.run(launch_, {&pushed->ray, 1}, &evaluation.cycles);
    evaluates_[place] = services_.evaluations() > before ? 1 : 0;
    if (has_values_) coefficients_[place] = encode_direction(pushed->direction);
  }
  flow_.clock(std::span<const PassWork>(&evaluation, pushed != nullptr ? 1 : 0), taken);
  if (flow_.events().issue) evaluations_ += evaluates_[flow_.place(flow_.issued() - 1)];
}

}  // namespace ngpcsim::models::online
