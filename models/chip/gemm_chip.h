#pragma once
#include <functional>
#include <span>
#include <string_view>

#include "models/chip/chip_memory.h"
#include "models/chip/gemm_record.h"
#include "models/chip/params.h"
#include "models/common/messages.h"
#include "sim/base/error.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::models {

struct GemmSetup {
  ChipParams chip;
  DramChoice dram;  ///< of memory `hierarchy`
  /// Where a parameter ("chip.gemm.result_queue_bytes") was set, for messages.
  std::function<InputLocation(std::string_view)> where;
  /// Blocks are constructed in an order drawn from this seed; no result depends on it. 0: the natural order.
  std::uint64_t construction_seed = 0;
};

struct GemmProgress {
  std::size_t layer = 0, layers = 0;
  std::uint64_t macs_done = 0, macs = 0;  ///< useful ones, of the whole list
};

struct GemmHooks {
  /// Called every now and then; answers false to interrupt the run. May be empty.
  std::function<bool(const GemmProgress&)> progress{};
  /// Told of every request that the memory takes, in that order (MemoryBlock::observe). May be empty.
  MemoryObserver request{};
};

/// Checks that the parameters fit each other and the list; throws InputError at the parameter to blame.
void check_gemm_setup(const GemmSetup& setup, std::span<const stream::Gemm> list);

/// Runs the list on the arrays of the chip (docs/gemm.md). One call per process (SystemC). Throws InputError for a setup that does not fit and
/// InvariantError for a broken rule or a stuck run.
[[nodiscard]] GemmRunRecord run_gemm_chip(const GemmSetup& setup, std::span<const stream::Gemm> list, const GemmHooks& hooks);

}  // namespace ngpcsim::models
