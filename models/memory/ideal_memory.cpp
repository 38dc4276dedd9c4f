#include "models/memory/ideal_memory.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {

void IdealMemory::connect(SourceId source, Link<MemoryResponse> answers) {
  if (source.value() >= answers_.size()) answers_.resize(source.value() + 1);
  answers_[source.value()] = answers;
}

void IdealMemory::on_edge(std::uint64_t edge) {
  while (const auto request = requests_.take(edge)) {
    const std::uint32_t source = request->source.value();
    check(source < answers_.size() && answers_[source], "memory: a request of source {}, which is not connected", source);
    if (observer_) observer_(edge, *request);
    (request->access == MemoryAccess::kRead ? read_bytes_ : write_bytes_) += request->bytes;
    answers_[source]->send(pipe_.serve(edge, request->bytes), {request->access, request->id});
  }
  if (const auto next = requests_.next_edge()) wake_at(*next);
}

std::string IdealMemory::waiting_for() const {
  return requests_.size() == 0 ? std::string() : fmt::format("{} requests that are on their way", requests_.size());
}

}  // namespace ngpcsim::models
