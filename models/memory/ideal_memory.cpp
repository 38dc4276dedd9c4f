#include "models/memory/ideal_memory.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::models {

void IdealMemory::on_edge(std::uint64_t edge) {
  while (const auto request = take(edge)) answer(*request, pipe_.serve(edge, request->bytes));
  if (const auto next = requests().next_edge()) wake_at(*next);
}

std::string IdealMemory::waiting_for() const {
  return on_their_way().size() == 0 ? std::string() : fmt::format("{} requests that are on their way", on_their_way().size());
}

std::uint64_t IdealMemory::finish(std::uint64_t end, bool /*interrupted*/) { return std::max(end, pipe_.busy_until()); }

}  // namespace ngpcsim::models
