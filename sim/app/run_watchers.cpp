#include "sim/app/run_watchers.h"

namespace ngpcsim::app {

decltype(models::RunHooks::round) RunWatchers::round_hook() const {
  decltype(models::RunHooks::round) compute = values == nullptr ? decltype(models::RunHooks::round){} : values->hook();
  if (launches == nullptr) return compute;
  return [compute = std::move(compute), sample = launches](const stream::Queries& queries, const stream::Directions& directions) {
    sample->add(queries);
    if (compute) compute(queries, directions);
  };
}

models::MemoryObserver RunWatchers::request_hook(RequestExports& exports) const {
  models::MemoryObserver exported = exports.observer();
  if (bandwidth == nullptr) return exported;
  return [exported = std::move(exported), series = bandwidth](std::uint64_t edge, const models::MemoryRequest& request) {
    series->add(edge, request);
    if (exported) exported(edge, request);
  };
}

}  // namespace ngpcsim::app
