#include "sim/app/result/power_figures.h"

#include <algorithm>

#include "models/gpu/host_costs.h"
#include "sim/app/result/chip_actions.h"
#include "sim/app/result/chip_geometry.h"
#include "sim/app/result/frame_times.h"

namespace ngpcsim::app {
namespace {

double host_busy_seconds(const models::RunRecord& record) {
  std::uint64_t busy = 0;
  for (const models::FrameRecord& frame : record.frames) busy += frame.host_busy;
  return static_cast<double>(busy) / (static_cast<double>(record.host_khz) * 1e3);
}

PowerFigures::AccessTimes access_times(const energy::EnergyModel& model, const energy::ChipGeometry& g) {
  return {.grid_bank_ns = model.sram(g.encoding.bank_bytes, g.encoding.word_bytes).access_ns,
          .weight_sram_ns = model.sram(g.mlp.weight_bytes, g.mlp.weight_word_bytes).access_ns,
          .activation_buffer_ns = model.sram(g.mlp.activation_bytes, g.mlp.activation_word_bytes).access_ns,
          .feature_buffer_ns = model.sram(g.feature_buffer.bytes, g.feature_buffer.word_bytes).access_ns,
          .chunk_buffers_ns = model.sram(g.dma.buffer_bytes, g.dma.word_bytes).access_ns};
}

}  // namespace

PowerFigures power_figures(const RunFacts& facts) {
  const RunConfig& config = facts.config;
  const models::RunRecord& record = facts.record;
  const energy::EnergyModel model(config.energy.table, config.energy.technology, config.where("energy.table"));
  const energy::ChipGeometry geometry = chip_geometry(config.chip, config.workload.encoding, config.workload.network, record.input_record_bytes, record.output_record_bytes);
  const energy::ChipActions actions = chip_actions(record, config.chip, config.workload.encoding, config.workload.network, facts.levels);

  PowerFigures figures;
  figures.seconds = run_seconds(record);
  figures.chip = model.report(actions, geometry, figures.seconds);
  figures.ngpc_w = figures.chip.average_w(figures.chip.ngpc_nj);
  figures.dram_w = figures.chip.average_w(figures.chip.dram_nj);
  // Clocks end at edges of their own, so the host's busy time may exceed the NGPC's length by less than an edge.
  figures.host_gpu_w = gpu::HostCosts::average_w(config.gpu, std::min(host_busy_seconds(record), figures.seconds), figures.seconds);
  figures.host_gpu_nj = figures.host_gpu_w * figures.seconds * 1e9;
  figures.access = access_times(model, geometry);
  return figures;
}

}  // namespace ngpcsim::app
