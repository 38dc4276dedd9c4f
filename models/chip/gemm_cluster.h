#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/chip/chip_memory.h"
#include "models/chip/gemm_chip.h"
#include "models/gemm/gemm_controller.h"
#include "models/gemm/gemm_nfp.h"
#include "sim/kernel/run_control.h"
#include "sim/kernel/watchdog.h"

namespace ngpcsim::models {

/// What of a chip the arrays see.
[[nodiscard]] GemmArray gemm_array(const ChipParams& chip);
[[nodiscard]] SplitSetup gemm_split(const ChipParams& chip);

/// The blocks of a chip that run GEMM lists, and the links between them. Blocks may be constructed in any order.
class GemmCluster {
 public:
  GemmCluster(const GemmSetup& setup, std::span<const stream::Gemm> list, const GemmHooks& hooks);

  /// Simulates until the list has ended, and closes all accounts.
  void run();

  [[nodiscard]] const GemmController& controller() const { return *controller_; }
  [[nodiscard]] const ChipMemory& memory() const { return memory_; }
  [[nodiscard]] const std::vector<std::unique_ptr<GemmNfp>>& nfps() const { return nfps_; }
  [[nodiscard]] bool interrupted() const { return control_.interrupted(); }
  /// Length of the run in edges of each clock.
  [[nodiscard]] std::uint64_t ngpc_cycles() const { return ngpc_cycles_; }
  [[nodiscard]] std::uint64_t memory_cycles() const { return memory_cycles_; }

 private:
  void construct(const GemmSetup& setup, std::span<const stream::Gemm> list);
  void wire(const GemmSetup& setup);
  void close();
  [[nodiscard]] Watchdog::Work work();

  ClockDomain ngpc_clock_, memory_clock_;
  std::uint64_t watchdog_cycles_;
  RunControl control_;
  GemmProgressMeter progress_;
  std::unique_ptr<GemmController> controller_;
  ChipMemory memory_;
  std::vector<std::unique_ptr<GemmNfp>> nfps_;
  std::unique_ptr<Watchdog> watchdog_;
  std::uint64_t looks_ = 0, busy_looks_ = 0;  ///< of the watchdog
  std::uint64_t ngpc_cycles_ = 0, memory_cycles_ = 0;
};

}  // namespace ngpcsim::models
