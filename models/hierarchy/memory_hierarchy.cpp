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
      hierarchy_(params, sources, make_backings(params), ClockDomain(device.params().clock_khz)),
      open_(sources),
      last_answer_(sources) {}

std::vector<std::unique_ptr<hierarchy::Backing>> MemoryHierarchy::make_backings(const HierarchyParams& params) {
  std::vector<std::unique_ptr<hierarchy::Backing>> backings;
  for (std::uint32_t s = 0; s < params.l2.slices; ++s) {
    auto dram = std::make_unique<hierarchy::DramBacking>(device_);
    drams_.push_back(dram.get());
    backings.push_back(std::move(dram));
  }
  return backings;
}

/// Whatever is sent from now on is visible `sync_cycles` edges later at the earliest, so that many edges are settled at once.
void MemoryHierarchy::on_edge(std::uint64_t edge) {
  const std::uint64_t settled = edge + look_ahead_;
  for (std::uint64_t e = edge; e <= settled; ++e) {
    while (const auto request = take(e)) {
      hierarchy_.offer(*request, e);
      open_[request->source.value()].push_back({*request, std::nullopt});
    }
  }
  for (auto next = hierarchy_.next_edge(); next && *next <= settled; next = hierarchy_.next_edge()) hierarchy_.step(*next);
  for (const hierarchy::Answered& answered : hierarchy_.answers()) note(answered);
  hierarchy_.answers().clear();
  std::optional<std::uint64_t> wake = requests().next_edge();
  if (const auto next = hierarchy_.next_edge()) wake = std::min(wake.value_or(*next), *next);
  if (wake) wake_at(std::max(*wake, edge + 1));
}

/// Answers that overtake others of their source wait for them.
void MemoryHierarchy::note(const hierarchy::Answered& answered) {
  const std::uint32_t source = answered.request.source.value();
  std::deque<Open>& open = open_[source];
  const auto own = std::find_if(open.begin(), open.end(), [&](const Open& o) { return !o.done && o.request.id == answered.request.id && o.request.access == answered.request.access; });
  check(own != open.end(), "memory: request {} of source {} is answered, but not open", answered.request.id, source);
  own->done = answered.edge;
  for (; !open.empty() && open.front().done; open.pop_front()) {
    last_answer_[source] = std::max(last_answer_[source], *open.front().done);
    answer(open.front().request, last_answer_[source]);
  }
}

std::string MemoryHierarchy::waiting_for() const {
  std::size_t open = 0;
  for (const std::deque<Open>& of_source : open_) open += of_source.size();
  const std::size_t coming = on_their_way().size();
  if (coming == 0 && open == 0) return {};
  return fmt::format("{} requests that are on their way, {} that are being served", coming, open);
}

std::uint64_t MemoryHierarchy::finish(std::uint64_t end, bool interrupted) {
  edges_ = hierarchy_.finish(std::max<std::uint64_t>(end, 1) - 1, interrupted) + 1;
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
