#include "sim/stats/stat_group.h"

#include <algorithm>

namespace ngpcsim::stats {
namespace {

template <class Items>
auto* find_named(Items& items, std::string_view name) {
  const auto it = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name() == name; });
  return it == items.end() ? nullptr : &*it;
}

}  // namespace

void StatGroup::check_new(std::string_view name) const {
  const bool taken = find_named(counters_, name) != nullptr || find_named(histograms_, name) != nullptr || find_named(groups_, name) != nullptr;
  check(!taken, "the statistics of {} have two entries named {}", name_, name);
}

void StatGroup::add(const CycleAccount& account) {
  check(!cycles_.has_value(), "the statistics of {} have two cycle accounts", name_);
  cycles_ = account;
}

void StatGroup::add(const Counter& counter) {
  check_new(counter.name());
  counters_.push_back(counter);
}

void StatGroup::add(const Histogram& histogram) {
  check_new(histogram.name());
  histograms_.push_back(histogram);
}

StatGroup& StatGroup::add(StatGroup group) {
  check_new(group.name());
  return groups_.emplace_back(std::move(group));
}

void StatGroup::merge(const StatGroup& other) {
  check(kind_ == other.kind_, "the statistics of {} ({}) cannot take those of {} ({})", name_, kind_, other.name_, other.kind_);
  if (other.cycles_) cycles_ = cycles_ ? CycleAccount(*cycles_) += *other.cycles_ : *other.cycles_;
  for (const Counter& counter : other.counters_) {
    if (Counter* const own = find_named(counters_, counter.name())) {
      *own += counter;
    } else {
      add(counter);
    }
  }
  for (const Histogram& histogram : other.histograms_) {
    if (Histogram* const own = find_named(histograms_, histogram.name())) {
      *own += histogram;
    } else {
      add(histogram);
    }
  }
  for (const StatGroup& group : other.groups_) {
    if (StatGroup* const own = find_named(groups_, group.name())) {
      own->merge(group);
    } else {
      add(group);
    }
  }
}

void StatGroup::check_totals(std::uint64_t cycles) const {
  if (cycles_) cycles_->check_total(cycles, name_);
  for (const StatGroup& group : groups_) group.check_totals(cycles);
}

void StatGroup::visit(StatVisitor& visitor) const {
  visitor.enter(*this);
  if (cycles_) visitor.cycles(*cycles_);
  for (const Counter& counter : counters_) visitor.counter(counter);
  for (const Histogram& histogram : histograms_) visitor.histogram(histogram);
  for (const StatGroup& group : groups_) group.visit(visitor);
  visitor.leave(*this);
}

const Counter* StatGroup::find_counter(std::string_view name) const { return find_named(counters_, name); }
const StatGroup* StatGroup::find_group(std::string_view name) const { return find_named(groups_, name); }

}  // namespace ngpcsim::stats
