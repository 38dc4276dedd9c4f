#include "tests/naive/window.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::naive {

void Window::enter(std::size_t query, unsigned pass, Unit::Cost cost) {
  check(has_place(), "a pass enters a window of {} that is full", places_);
  for (std::uint64_t& accesses : cost.per_bank) accesses *= cost.busy;
  passes_.push_back({query, pass, cost.busy, std::move(cost.per_bank)});
}

Window::Edge Window::work() {
  if (passes_.empty()) return {};
  std::vector<bool> taken(std::max_element(passes_.begin(), passes_.end(), [](const Pass& a, const Pass& b) {
                            return a.bank_edges.size() < b.bank_edges.size();
                          })->bank_edges.size());
  for (Pass& pass : passes_) {
    for (std::size_t bank = 0; bank < pass.bank_edges.size(); ++bank) {
      if (pass.bank_edges[bank] == 0 || taken[bank]) continue;
      taken[bank] = true;
      --pass.bank_edges[bank];
    }
  }
  Pass& oldest = passes_.front();
  ++oldest.as_oldest;
  Edge edge{.waiting = false, .busy = oldest.as_oldest <= oldest.busy};
  const bool accesses_made = std::all_of(oldest.bank_edges.begin(), oldest.bank_edges.end(), [](std::uint64_t edges) { return edges == 0; });
  if (accesses_made && oldest.as_oldest >= oldest.busy) {
    edge.leaving = Edge::Leaving{oldest.query, oldest.pass};
    passes_.pop_front();
  }
  return edge;
}

}  // namespace ngpcsim::naive
