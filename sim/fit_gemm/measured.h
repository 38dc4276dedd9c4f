#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "models/gpu/gemm_time.h"

namespace ngpcsim::fit {

/// A measured multiplication.
struct Measured {
  gpu::GemmProblem problem;
  double us = 0.0;

  /// Which half it belongs to: lowest bit of a hash of M, N and K, so that all measurements of a size are in one.
  [[nodiscard]] bool held_out() const;
};

/// A GPU of the data: its configuration and where its rows are.
struct Device {
  std::string config;   ///< name of configs/gpus
  std::string file, sheet;  ///< of DeepBench; empty: `arch` of the XLA table
  std::string arch;
};
[[nodiscard]] const std::vector<Device>& devices();

/// From `folder`, the measured data (data/gpu). Throws InputError where a file cannot be read or has other columns.
[[nodiscard]] std::vector<Measured> measured(const Device& device, const std::filesystem::path& folder);

/// Relative errors |predicted / measured - 1| of the problems that take at least `least_us`, sorted.
[[nodiscard]] std::vector<double> errors(const std::vector<Measured>& rows, bool held_out, const gpu::GemmTimeParams& params, std::uint32_t sms, double memory_gb_s, double least_us);

}  // namespace ngpcsim::fit
