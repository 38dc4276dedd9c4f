#include "models/dram/dram_memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {

DramMemory::DramMemory(const sc_core::sc_module_name& name, RunControl& control, const dram::Device& device, dram::CommandObserver commands)
    : Block(name, ClockDomain(device.params().clock_khz), control), dram_(device, std::move(commands)) {}

void DramMemory::connect(SourceId source, Link<MemoryResponse> answers) {
  if (source.value() >= answers_.size()) answers_.resize(source.value() + 1);
  answers_[source.value()] = answers;
}

void DramMemory::on_edge(std::uint64_t edge) {
  dram_.advance(edge);
  take(edge);
  send_answers();
  std::uint64_t next = dram_.next_event().value_or(dram::Channel::kNever);
  if (dram_.ready())
    if (const auto arrival = requests_.next_edge()) next = std::min(next, *arrival);
  if (next != dram::Channel::kNever) wake_at(std::max(next, edge + 1));
}

/// As many as find places at this edge.
void DramMemory::take(std::uint64_t edge) {
  while (dram_.ready()) {
    if (add_) {
      const MemoryRequest add = *add_;
      add_.reset();
      offer(add, true, true, edge);
    } else {
      const auto request = requests_.take(edge);
      if (!request) return;
      const std::uint32_t source = request->source.value();
      check(source < answers_.size() && answers_[source], "dram: a request of source {}, which is not connected", source);
      if (observer_) observer_(edge, *request);
      ++unanswered_;
      const bool add = request->access == MemoryAccess::kAtomicAdd;
      if (add) add_ = *request;
      offer(*request, request->access == MemoryAccess::kWrite, !add, edge);
    }
    dram_.advance(edge);
  }
}

void DramMemory::offer(const MemoryRequest& request, bool write, bool answers, std::uint64_t edge) {
  if (free_.empty()) {
    free_.push_back(asked_.size());
    asked_.emplace_back();
  }
  const std::uint64_t number = free_.back();
  free_.pop_back();
  asked_[number] = {request, answers};
  (write ? write_bytes_ : read_bytes_) += request.bytes;
  dram_.offer({.write = write, .address = request.address, .bytes = request.bytes, .id = number}, edge);
}

void DramMemory::send_answers() {
  for (const dram::Answer& answer : dram_.answers()) {
    const Asked& asked = asked_[answer.id];
    free_.push_back(answer.id);
    if (!asked.answers) continue;
    --unanswered_;
    answers_[asked.request.source.value()]->send(answer.cycle, {asked.request.access, asked.request.id});
  }
  dram_.answers().clear();
}

std::uint64_t DramMemory::finish(std::uint64_t end) {
  check(requests_.size() == 0 && unanswered_ == 0, "dram: the run ends with {} requests that were not answered", requests_.size() + unanswered_);
  end = std::max(end, dram_.drain());
  dram_.answers().clear();
  dram_.finish(end);
  return end;
}

std::string DramMemory::waiting_for() const {
  const std::size_t on_their_way = requests_.size();
  if (on_their_way == 0 && unanswered_ == 0) return {};
  return fmt::format("{} requests that are on their way, {} that are being served", on_their_way, unanswered_);
}

}  // namespace ngpcsim::models
