#include "models/hierarchy/memory_hierarchy.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {

MemoryHierarchy::MemoryHierarchy(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const HierarchyParams& params,
                                 const dram::Device& device, std::uint32_t sources)
    : MemoryBlock(name, clock, control),
      device_(device),
      slices_(params.l2.slices),
      look_ahead_(params.sync_cycles - 1),
      least_latency_(2 * std::uint64_t{params.crossbar.latency_cycles} + params.l2.hit_cycles),
      hierarchy_(params, sources, make_backings(params), ClockDomain(device.params().clock_khz)),
      sources_(sources) {}

std::vector<std::unique_ptr<hierarchy::Backing>> MemoryHierarchy::make_backings(const HierarchyParams& params) {
  std::vector<std::unique_ptr<hierarchy::Backing>> backings;
  for (std::uint32_t s = 0; s < params.l2.slices; ++s) {
    auto dram = std::make_unique<hierarchy::DramBacking>(device_, s);
    drams_.push_back(dram.get());
    backings.push_back(std::move(dram));
  }
  return backings;
}

/// Nobody sees anything of the memory but its answers. So it does nothing before the edge at which there may be one, and then settles all that it knows of at
/// once. Whatever is sent from now on is visible `sync_cycles` edges later at the earliest.
void MemoryHierarchy::on_edge(std::uint64_t edge) {
  if (const auto visible = requests().next_edge()) due_ = std::min(due_, *visible + least_latency_);
  if (edge >= due_) {
    settle(edge + look_ahead_);
    due_ = hierarchy_.next_answer().value_or(hierarchy::kNever);
    if (const auto visible = requests().next_edge()) due_ = std::min(due_, *visible + least_latency_);
  }
  if (due_ != hierarchy::kNever) wake_at(std::max(due_, edge + 1));
}

void MemoryHierarchy::take_requests(std::uint64_t edge) {
  for (auto visible = requests().next_edge(); visible && *visible <= edge; visible = requests().next_edge()) {
    const MemoryRequest request = *take(*visible);
    hierarchy_.offer(request, *visible);
    sources_[request.source.value()].open.push_back({.done = hierarchy::kNever, .id = request.id, .access = request.access, .wants_answer = request.wants_answer});
  }
}

void MemoryHierarchy::settle(std::uint64_t edge) {
  take_requests(edge);
  hierarchy_.settle(edge);
  for (const hierarchy::Answered& answered : hierarchy_.answers()) note(answered);
  hierarchy_.answers().clear();
}

/// Answers that overtake others of their source wait for them.
void MemoryHierarchy::note(const hierarchy::Answered& answered) {
  Source& source = sources_[answered.source.value()];
  const std::uint64_t place = answered.number - source.answered;
  check(place < source.open.size(), "memory: request {} of source {} is answered, but not open", answered.id, answered.source.value());
  source.open[static_cast<std::uint32_t>(place)].done = answered.edge;
  for (; !source.open.empty() && source.open.front().done != hierarchy::kNever; source.open.pop_front(), ++source.answered) {
    const Open& done = source.open.front();
    source.last_answer = std::max(source.last_answer, done.done);
    answer({.access = done.access, .source = answered.source, .id = done.id, .wants_answer = done.wants_answer}, source.last_answer);
  }
}

std::string MemoryHierarchy::waiting_for() const {
  std::size_t open = 0;
  for (const Source& source : sources_) open += source.open.size();
  const std::size_t coming = on_their_way().size();
  if (coming == 0 && open == 0) return {};
  return fmt::format("{} requests that are on their way, {} that are being served", coming, open);
}

std::uint64_t MemoryHierarchy::finish(std::uint64_t end, bool interrupted) {
  const std::uint64_t last = std::max<std::uint64_t>(end, 1) - 1;
  take_requests(last);
  edges_ = hierarchy_.finish(last, interrupted) + 1;
  const ClockDomain dram_clock(device_.params().clock_khz);
  dram_cycles_ = dram_clock.first_edge_from(edges_, clock());
  for (hierarchy::DramBacking* const dram : drams_) dram_cycles_ = std::max(dram_cycles_, dram->drain());
  for (hierarchy::DramBacking* const dram : drams_) dram->finish(dram_cycles_);
  return edges_;
}

HierarchyRecord MemoryHierarchy::record() const {
  HierarchyRecord record;
  record.slices = slices_;
  record.edges = edges_;
  record.dram_khz = device_.params().clock_khz;
  record.dram_cycles = dram_cycles_;
  for (std::uint32_t s = 0; s < slices_; ++s) {
    record.l2 += hierarchy_.counters(s);
    record.dram += drams_[s]->counters();
  }
  const dram::Geometry& geometry = device_.geometry();
  record.dram_buses = std::uint64_t{slices_} * geometry.channels * geometry.pseudo_channels;
  record.dram_pin_gb_s = device_.pin_bytes_per_cycle() * slices_ * static_cast<double>(record.dram_khz) * 1e-6;
  record.dram_energy = dram::energy_of(device_, record.dram);
  return record;
}

}  // namespace ngpcsim::models
