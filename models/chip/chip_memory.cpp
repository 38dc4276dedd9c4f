#include "models/chip/chip_memory.h"

#include <bit>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {
namespace {

using Where = std::function<InputLocation(std::string_view)>;

void check_lines(const L2Params& l2, const Where& where) {
  if (l2.sector_bytes > l2.line_bytes || l2.line_bytes / l2.sector_bytes > 32)
    throw InputError(where("chip.memory.l2.sector_bytes"), fmt::format("sector_bytes {}, with lines of {} bytes", l2.sector_bytes, l2.line_bytes), "1 to 32 sectors a line");
  if (l2.interleave_bytes % l2.line_bytes != 0)
    throw InputError(where("chip.memory.l2.interleave_bytes"), fmt::format("interleave_bytes {}, with lines of {} bytes", l2.interleave_bytes, l2.line_bytes), "a multiple of the line");
}

void check_sets(const L2Params& l2, const Where& where) {
  const std::uint64_t set_bytes = std::uint64_t{l2.slices} * l2.ways * l2.line_bytes, bytes = l2.size_kib * 1024;
  if (bytes % set_bytes != 0 || !std::has_single_bit(bytes / set_bytes))
    throw InputError(where("chip.memory.l2.size_kib"), fmt::format("size_kib {} over {} slices of {} ways of {} bytes", l2.size_kib, l2.slices, l2.ways, l2.line_bytes),
                     "a power of two of sets in each slice");
  if (l2.replacement == Replacement::kPlru && !std::has_single_bit(l2.ways))
    throw InputError(where("chip.memory.l2.ways"), fmt::format("ways {} with replacement plru", l2.ways), "a power of two");
}

void check_background(const BackgroundParams& background, const Where& where) {
  if (background.footprint_kib * 1024 < background.bytes)
    throw InputError(where("chip.memory.background.footprint_kib"), fmt::format("footprint_kib {} for requests of {} bytes", background.footprint_kib, background.bytes),
                     "one request or more");
}

dram::Device device_of(const MemoryParams& params, const DramChoice& whole, const Where& where) {
  check(whole.has_value(), "memory `hierarchy` without a device");
  const dram::DramParams part = hierarchy::device_of_slice(*whole, params.l2.slices, where("chip.memory.l2.slices"));
  return {part, [&where](std::string_view) { return where("chip.memory.dram"); }};
}

}  // namespace

ChipMemory::ChipMemory(const MemoryParams& params, const DramChoice& dram, const Where& where) : params_(params) {
  if (params.kind != MemoryKind::kHierarchy) return;
  check_lines(params.l2, where);
  check_sets(params.l2, where);
  check_background(params.background, where);
  device_.emplace(device_of(params, dram, where));
}

void ChipMemory::construct(ClockDomain clock, RunControl& control, std::uint32_t sources) {
  if (params_.kind == MemoryKind::kIdeal) {
    auto ideal = std::make_unique<IdealMemory>("memory", clock, control, params_);
    ideal_ = ideal.get();
    block_ = std::move(ideal);
  } else {
    auto hierarchy = std::make_unique<MemoryHierarchy>("memory", clock, control, params_.hierarchy(), *device_, sources);
    hierarchy_ = hierarchy.get();
    block_ = std::move(hierarchy);
  }
}

stats::CycleAccount ChipMemory::account(std::uint64_t length) const {
  using hierarchy::Wait;
  using stats::StallReason;
  stats::CycleAccount account;
  if (hierarchy_ == nullptr) {
    account.busy(ideal_->busy());
  } else {
    const hierarchy::SliceCounters l2 = hierarchy_->record().l2;
    account.busy(l2.busy);
    account.stall(StallReason::kOutputFull, l2.waited(Wait::kOutputFull));
    for (const Wait wait : {Wait::kDramFull, Wait::kMshrTargets, Wait::kMshrFull, Wait::kWaysFull}) account.stall(StallReason::kDependency, l2.waited(wait));
  }
  account.stall(StallReason::kInputEmpty, length * instances() - account.total());
  return account;
}

std::optional<HierarchyRecord> ChipMemory::record() const { return hierarchy_ == nullptr ? std::nullopt : std::optional(hierarchy_->record()); }

std::string ChipMemory::ideal_part() const {
  if (hierarchy_ != nullptr) return {};
  return "memory: bandwidth and latency only, no banks, rows or refresh (memory `ideal`)";
}

/// `ideal`: an edge on the bus. `hierarchy`: a hit through an empty crossbar.
std::uint64_t least_latency(const MemoryParams& params) {
  if (params.kind == MemoryKind::kIdeal) return 1 + std::uint64_t{params.latency_cycles};
  return 2 * std::uint64_t{params.crossbar.latency_cycles} + params.l2.hit_cycles;
}

std::uint64_t peak_bytes(const MemoryParams& params) {
  if (params.kind == MemoryKind::kIdeal) return params.bytes_per_cycle;
  return std::uint64_t{params.l2.slices} * params.l2.slice_bytes;
}

}  // namespace ngpcsim::models
