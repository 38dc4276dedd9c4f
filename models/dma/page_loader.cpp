#include "models/dma/page_loader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {

PageLoader::PageLoader(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const PageLoaderPlan& plan) : Block(name, clock, control), plan_(plan) {}

void PageLoader::on_edge(std::uint64_t edge) {
  while (const auto ask = asks_.take(edge)) take(*ask, edge);
  while (const auto answer = responses_.take(edge)) deliver(ports_[answer->id], edge);
  for (std::uint32_t number = 0; number < ports_.size(); ++number) begin_loads(number, edge);
  if (const auto next = asks_.next_edge()) wake_at(*next);
  if (const auto next = responses_.next_edge()) wake_at(*next);
}

void PageLoader::take(const PageAsk& ask, std::uint64_t edge) {
  Port& port = ports_[plan_.multicast ? ask.lane % plan_.nfps : ask.nfp.value()];
  const auto same = [&ask](const Load& load) { return load.asks.front().lane == ask.lane && load.asks.front().page == ask.page; };
  const auto found = plan_.multicast ? std::find_if(port.waiting.begin(), port.waiting.end(), same) : port.waiting.end();
  if (found != port.waiting.end()) found->asks.push_back(ask);
  else port.waiting.push_back({edge, {ask}});
  bytes_delivered_ += ask.bytes;
}

/// Answers of a port come in the order of its loads.
void PageLoader::deliver(Port& port, std::uint64_t edge) {
  for (const PageAsk& ask : port.begun.front().asks) nfps_[ask.nfp.value()].send(edge, {ask.lane, ask.use});
  port.begun.pop_front();
}

void PageLoader::begin_loads(std::uint32_t number, std::uint64_t edge) {
  Port& port = ports_[number];
  while (!port.waiting.empty() && port.begun.size() < plan_.loads_in_flight) {
    Load& load = port.waiting.front();
    const bool all_joined = !plan_.multicast || load.asks.size() == plan_.nfps;
    if (!all_joined && edge < load.visible + plan_.wait_cycles) return wake_at(load.visible + plan_.wait_cycles);
    read(number, load.asks.front(), edge);
    port.begun.push_back(std::move(load));
    port.waiting.pop_front();
  }
}

void PageLoader::read(std::uint32_t number, const PageAsk& page, std::uint64_t edge) {
  Port& port = ports_[number];
  port.next_send = std::max(port.next_send, edge);
  for (std::uint32_t done = 0; done < page.bytes;) {
    const std::uint32_t bytes = std::min(plan_.burst_bytes, page.bytes - done);
    port.memory.send(port.next_send++, {.access = MemoryAccess::kRead,
                                        .address = page.address + done,
                                        .bytes = bytes,
                                        .source = port.source,
                                        .id = number,
                                        .wants_answer = done + bytes == page.bytes});
    done += bytes;
  }
  ++loads_;
  bytes_read_ += page.bytes;
}

std::string PageLoader::waiting_for() const {
  std::size_t loads = 0;
  for (const Port& port : ports_) loads += port.begun.size();
  return loads == 0 ? std::string() : fmt::format("the memory to answer {} loads of pages", loads);
}

}  // namespace ngpcsim::models
