#include "tests/system/slow_page_loader.h"

#include <algorithm>

namespace ngpcsim {

void SlowPageLoader::ask(std::uint64_t nfp, const SlowPageName& page, std::uint64_t edge) {
  std::vector<Load>& loads = ports_[s_.paging->multicast ? page.lane % s_.nfps : nfp].loads;
  if (s_.paging->multicast) {
    const auto waiting = std::find_if(loads.begin(), loads.end(), [&](const Load& load) { return !load.begun && load.page == page; });
    if (waiting != loads.end()) return waiting->nfps.push_back(nfp);
  }
  loads.push_back({.page = page, .nfps = {nfp}, .visible = edge, .bytes = s_.paging->lanes[page.lane].pages[page.page].bytes});
}

std::vector<std::uint64_t> SlowPageLoader::answered(std::uint64_t port, std::uint64_t load) {
  std::vector<Load>& loads = ports_[port].loads;
  --loads[load].requests;
  for (std::size_t& complete = ports_[port].complete; complete < loads.size() && loads[complete].complete();) ++complete;
  return loads[load].complete() ? loads[load].nfps : std::vector<std::uint64_t>{};
}

bool SlowPageLoader::may_begin(const Port& port, const Load& load, std::uint64_t edge) const {
  const auto first = port.loads.begin() + static_cast<std::ptrdiff_t>(port.complete);
  const auto under_way = std::count_if(first, port.loads.end(), [](const Load& l) { return l.begun && !l.complete(); });
  if (static_cast<std::uint64_t>(under_way) >= s_.paging->loads_in_flight) return false;
  return !s_.paging->multicast || load.nfps.size() == s_.nfps || edge >= load.visible + s_.paging->multicast_wait;
}

/// In each port loads begin in order; then one request of the oldest of those that are not wholly asked for.
std::vector<SlowPageLoader::Request> SlowPageLoader::tick(std::uint64_t edge) {
  std::vector<Request> requests;
  for (std::uint64_t p = 0; p < ports_.size(); ++p) {
    std::vector<Load>& loads = ports_[p].loads;
    const auto first = loads.begin() + static_cast<std::ptrdiff_t>(ports_[p].complete);
    for (auto load = first; load != loads.end(); ++load) {
      if (load->begun) continue;
      if (!may_begin(ports_[p], *load, edge)) break;
      load->begun = true;
    }
    const auto sending = std::find_if(first, loads.end(), [](const Load& load) { return load.begun && load.bytes > 0; });
    if (sending == loads.end()) continue;
    const std::uint64_t bytes = std::min(sending->bytes, s_.paging->burst_bytes);
    sending->bytes -= bytes;
    ++sending->requests;
    requests.push_back({p, static_cast<std::uint64_t>(sending - loads.begin()), bytes});
  }
  return requests;
}

void SlowPageLoader::add_to(SlowPagingCounts& counts) const {
  for (const Port& port : ports_)
    for (const Load& load : port.loads) {
      if (!load.complete()) continue;
      const std::uint64_t bytes = s_.paging->lanes[load.page.lane].pages[load.page.page].bytes;
      ++counts.loads;
      counts.read_bytes += bytes;
      counts.delivered_bytes += bytes * load.nfps.size();
    }
}

}  // namespace ngpcsim
