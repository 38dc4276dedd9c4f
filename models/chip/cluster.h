#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "models/chip/chip.h"
#include "models/chip/chip_memory.h"
#include "models/chip/clocked_cores.h"
#include "models/dma/page_loader.h"
#include "models/dma/table_loader.h"
#include "models/host/host.h"
#include "models/nfp/nfp.h"
#include "models/nfp/nfp_model.h"
#include "models/scheduler/scheduler.h"
#include "sim/kernel/run_control.h"
#include "sim/kernel/watchdog.h"

namespace ngpcsim::models {

/// The blocks of a chip of machine `ngpc` and the links between them. Blocks may be constructed in any order: links and sources are named by
/// number, and mailboxes sort what they get.
class Cluster {
 public:
  /// The NFPs take the pipelines of `cores`, whose network outlives them; without any they run ahead.
  Cluster(const ChipSetup& setup, const NfpModel& model, ClockedCores& cores, HostJob job, const RunHooks& hooks);

  /// Simulates until the host has finished its frames, and closes all accounts.
  void run();

  [[nodiscard]] const Host& host() const { return *host_; }
  [[nodiscard]] const Scheduler& scheduler() const { return *scheduler_; }
  [[nodiscard]] const TableLoader& loader() const { return *loader_; }
  /// Null unless a lane is paged.
  [[nodiscard]] const PageLoader* page_loader() const { return page_loader_.get(); }
  [[nodiscard]] const ChipMemory& memory() const { return memory_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Nfp>>& nfps() const { return nfps_; }
  /// Length of the run in edges of each clock.
  struct Length {
    std::uint64_t ngpc = 0, memory = 0, host = 0;
  };
  [[nodiscard]] const Length& length() const { return length_; }
  [[nodiscard]] bool interrupted() const { return control_.interrupted(); }

 private:
  void construct(const ChipSetup& setup, const NfpModel& model, ClockedCores& cores, HostJob& job, const RunHooks& hooks);
  void construct_nfp(std::uint32_t number, const NfpModel& model, ClockedCores& cores);
  void wire(const ChipSetup& setup);
  void wire_lines(std::uint32_t sync_cycles);
  void wire_pages(std::uint32_t sync_cycles);
  void show_on(events::Sink& timeline);
  void close();

  ClockDomain ngpc_clock_, memory_clock_, host_clock_;
  RunControl control_;
  std::unique_ptr<Host> host_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<TableLoader> loader_;
  std::unique_ptr<PageLoader> page_loader_;
  ChipMemory memory_;
  std::vector<std::unique_ptr<Nfp>> nfps_;
  std::unique_ptr<Watchdog> watchdog_;
  Length length_;
};

}  // namespace ngpcsim::models
