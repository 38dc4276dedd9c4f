#pragma once
#include <cstdint>
#include <string>

#include "sim/stats/stat_group.h"

/// A cluster of one NFP with two engines, the second holding two levels; for the tests of sim/stats.
namespace ngpcsim::stats::sample {

inline StatGroup level(const std::string& name, std::uint64_t conflicts) {
  Counter counter("conflicts", "cycles", "cycles lost to bank conflicts");
  counter += conflicts;
  StatGroup group(name);
  group.add(counter);
  return group;
}

inline StatGroup engine(const std::string& name, std::uint64_t busy, std::uint64_t conflict) {
  CycleAccount account;
  account.busy(busy);
  account.stall(StallReason::kConflict, conflict);
  Counter look_ups("look_ups", "corners", "corners looked up");
  look_ups += 8 * busy;
  Histogram service("service", "cycles", "cycles per query", 3);
  service.add(1, busy - conflict);
  service.add(3, conflict);
  StatGroup group(name, "encoding_engine");
  group.add(account);
  group.add(look_ups);
  group.add(service);
  return group;
}

inline StatGroup cluster() {
  StatGroup engine0 = engine("engine0", 60, 40);
  engine0.add(level("level_0", 40));
  StatGroup engine1 = engine("engine1", 70, 30);
  engine1.add(level("level_0", 10));
  engine1.add(level("level_1", 20));
  StatGroup nfp("nfp0", "nfp");
  nfp.add(engine0);
  nfp.add(engine1);
  StatGroup root("chip");
  root.add(nfp);
  return root;
}

}  // namespace ngpcsim::stats::sample
