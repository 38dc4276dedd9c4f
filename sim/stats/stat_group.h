#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/stats/counter.h"
#include "sim/stats/cycle_account.h"
#include "sim/stats/histogram.h"

namespace ngpcsim::stats {

class StatGroup;

/// What a writer of statistics implements: called in order of declaration, a group's own figures before its subgroups.
class StatVisitor {
 public:
  virtual ~StatVisitor() = default;
  virtual void enter(const StatGroup& group) = 0;
  virtual void leave(const StatGroup& group) = 0;
  virtual void cycles(const CycleAccount& account) = 0;
  virtual void counter(const Counter& counter) = 0;
  virtual void histogram(const Histogram& histogram) = 0;
};

/// A snapshot of the statistics of one place in the hierarchy ("nfp3"), made when a report is written: it holds copies, so it outlives the
/// blocks and can be summed. `kind` is that of the block ("mlp_engine"); a part of a block that is no instance of its own, such as one level of
/// an engine, has none.
class StatGroup {
 public:
  explicit StatGroup(std::string name, std::string kind = {}) : name_(std::move(name)), kind_(std::move(kind)) {}

  void add(const CycleAccount& account);
  void add(const Counter& counter);
  void add(const Histogram& histogram);
  /// Names within a group are unique over counters, histograms and subgroups; all of these throw InvariantError on a second one.
  /// The reference holds until the next add.
  StatGroup& add(StatGroup group);

  /// The same place of another instance: what both have is added up, by name; what only one has is kept. The shape may differ, as engines
  /// hold different levels.
  void merge(const StatGroup& other);

  /// Throws InvariantError unless every cycle account in this tree sums to `cycles`.
  void check_totals(std::uint64_t cycles) const;

  void visit(StatVisitor& visitor) const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& kind() const { return kind_; }
  [[nodiscard]] const std::optional<CycleAccount>& cycles() const { return cycles_; }
  [[nodiscard]] const std::vector<Counter>& counters() const { return counters_; }
  [[nodiscard]] const std::vector<Histogram>& histograms() const { return histograms_; }
  [[nodiscard]] const std::vector<StatGroup>& groups() const { return groups_; }
  /// Null where there is none of that name.
  [[nodiscard]] const Counter* find_counter(std::string_view name) const;
  [[nodiscard]] const StatGroup* find_group(std::string_view name) const;

 private:
  void check_new(std::string_view name) const;

  std::string name_, kind_;
  std::optional<CycleAccount> cycles_;
  std::vector<Counter> counters_;
  std::vector<Histogram> histograms_;
  std::vector<StatGroup> groups_;
};

}  // namespace ngpcsim::stats
