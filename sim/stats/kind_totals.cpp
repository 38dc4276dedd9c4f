#include "sim/stats/kind_totals.h"

#include <algorithm>

namespace ngpcsim::stats {
namespace {

/// `group` without the blocks inside it, under the name `name`.
StatGroup own_part(const StatGroup& group, const std::string& name) {
  StatGroup part(name, group.kind());
  if (group.cycles()) part.add(*group.cycles());
  for (const Counter& counter : group.counters()) part.add(counter);
  for (const Histogram& histogram : group.histograms()) part.add(histogram);
  for (const StatGroup& inner : group.groups()) {
    if (inner.kind().empty()) part.add(own_part(inner, inner.name()));
  }
  return part;
}

void collect(const StatGroup& group, std::vector<KindTotal>& totals) {
  if (!group.kind().empty()) {
    const auto known = std::find_if(totals.begin(), totals.end(), [&](const KindTotal& t) { return t.sum.kind() == group.kind(); });
    const StatGroup part = own_part(group, group.kind());
    if (known == totals.end()) {
      totals.push_back({part, 1});
    } else {
      known->sum.merge(part);
      ++known->instances;
    }
  }
  for (const StatGroup& inner : group.groups()) collect(inner, totals);
}

}  // namespace

std::vector<KindTotal> sum_by_kind(const StatGroup& root) {
  std::vector<KindTotal> totals;
  collect(root, totals);
  return totals;
}

}  // namespace ngpcsim::stats
