#include "sim/app/result/power_results.h"

#include <algorithm>

#include "sim/app/result/ratio.h"

namespace ngpcsim::app {
namespace {

Json block_energy(const energy::BlockEnergy& block, double frames) {
  Json items = Json::object();
  for (const energy::EnergyItem& item : block.items) items[std::string(item.name)] = item.nj * kMjPerNj / frames;
  return {{"dynamic_mj", block.dynamic_nj * kMjPerNj / frames},
          {"leakage_mj", block.leakage_nj * kMjPerNj / frames},
          {"total_mj", block.total_nj() * kMjPerNj / frames},
          {"leakage_mw", block.leakage_mw},
          {"area_mm2", block.name == "dram" ? Json(nullptr) : Json(block.area_mm2)},
          {"items_mj", std::move(items)}};
}

Json access_times(const PowerFigures::AccessTimes& access) {
  return {{"grid_bank", access.grid_bank_ns},
          {"weight_sram", access.weight_sram_ns},
          {"activation_buffer", access.activation_buffer_ns},
          {"feature_buffer", access.feature_buffer_ns},
          {"chunk_buffers", access.chunk_buffers_ns}};
}

}  // namespace

Json energy_by_block(const energy::EnergyReport& report, double frames) {
  Json energy = Json::object();
  for (const energy::BlockEnergy& block : report.blocks) energy[std::string(block.name)] = block_energy(block, frames);
  return energy;
}

void add_power(Json& result, const models::RunRecord& record, const std::optional<FrameTimes>& mean, const std::optional<PowerFigures>& power) {
  for (const char* key : {"power_w", "power", "energy_mj", "nj_per_query", "fps_per_w", "edp", "area_mm2", "energy", "sram_access_ns"}) result[key] = nullptr;
  result["power"] = {{"ngpc_w", nullptr}, {"host_gpu_w", nullptr}, {"dram_w", nullptr}};
  if (!power) return;

  const auto frames = static_cast<double>(std::max<std::size_t>(record.frames.size(), 1));
  const double energy_mj = power->total_nj() * kMjPerNj / frames;
  result["power_w"] = power->power_w();
  result["power"] = {{"ngpc_w", power->ngpc_w}, {"host_gpu_w", power->host_gpu_w}, {"dram_w", power->dram_w}};
  result["energy_mj"] = energy_mj;
  result["nj_per_query"] = ratio(power->total_nj(), static_cast<double>(record.queries));
  if (mean) {
    result["fps_per_w"] = ratio(1e3, mean->frame_ms * power->power_w());
    result["edp"] = energy_mj * 1e-3 * mean->frame_ms * 1e-3;
  }
  result["area_mm2"] = power->chip.area_mm2;
  result["energy"] = energy_by_block(power->chip, frames);
  result["energy"]["host_gpu"] = {{"total_mj", power->host_gpu_nj * kMjPerNj / frames}};
  result["sram_access_ns"] = access_times(power->access);
}

}  // namespace ngpcsim::app
