#pragma once
#include "models/energy/energy_model.h"
#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

inline constexpr double kMjPerNj = 1e-6;

/// Energy and average power over a whole run, the host GPU included. `seconds` is above 0.
struct PowerFigures {
  double seconds = 0.0;
  energy::EnergyReport chip;
  double host_gpu_nj = 0.0;
  double ngpc_w = 0.0;
  double host_gpu_w = 0.0;
  double dram_w = 0.0;
  /// Access time of the grid SRAM's bank and of the other macros, at the node of the energy table.
  struct AccessTimes {
    double grid_bank_ns = 0.0;
    double weight_sram_ns = 0.0;
    double activation_buffer_ns = 0.0;
    double feature_buffer_ns = 0.0;
    double chunk_buffers_ns = 0.0;
  } access;

  [[nodiscard]] double power_w() const { return ngpc_w + host_gpu_w + dram_w; }
  [[nodiscard]] double total_nj() const { return chip.total_nj + host_gpu_nj; }
};

[[nodiscard]] PowerFigures power_figures(const RunFacts& facts);

}  // namespace ngpcsim::app
