#include "models/dma/table_loader.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {
void TableLoader::connect(Link<MemoryRequest> memory, Link<TablesLoaded> scheduler) {
  memory_ = memory;
  scheduler_ = scheduler;
}

void TableLoader::on_edge(std::uint64_t edge) {
  while (commands_.take(edge)) {
    check(left_ == 0 && in_flight_ == 0, "tables are asked for while they are being loaded");
    left_ = plan_.bytes * plan_.copies;
    ++loads_;
  }
  while (responses_.take(edge))
    if (--in_flight_ == 0 && left_ == 0) scheduler_->send(edge, {});
  while (left_ > 0 && in_flight_ < plan_.window) send(edge);
  if (const auto next = commands_.next_edge()) wake_at(*next);
  if (const auto next = responses_.next_edge()) wake_at(*next);
}

void TableLoader::send(std::uint64_t edge) {
  next_send_ = std::max(next_send_, edge);
  const std::uint64_t in_copy = (left_ - 1) % plan_.bytes + 1;  // what is left of the present copy
  const auto bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(plan_.burst_bytes, in_copy));
  memory_->send(next_send_++, {.access = MemoryAccess::kRead, .address = plan_.address + (plan_.bytes - in_copy), .bytes = bytes, .source = source_, .id = next_id_++});
  left_ -= bytes;
  bytes_read_ += bytes;
  ++in_flight_;
}

std::string TableLoader::waiting_for() const { return in_flight_ == 0 ? std::string() : fmt::format("the memory to answer {} reads of tables", in_flight_); }

}  // namespace ngpcsim::models
