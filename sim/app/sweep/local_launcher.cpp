#include "sim/app/sweep/launcher.h"

namespace ngpcsim::app {
namespace {

class LocalLauncher : public Launcher {
 public:
  LocalLauncher(std::function<std::string(std::size_t)> work, std::size_t jobs, const ChildLimits& limits) : work_(std::move(work)), jobs_(jobs), limits_(limits) {}

  bool run(SweepDatabase& database, const std::vector<std::size_t>& points, const std::function<bool(std::size_t)>& progress) override {
    ChildPool children(work_, limits_);
    std::size_t next = 0;
    for (std::size_t ended = 0; ended < points.size();) {
      while (next < points.size() && children.running() < jobs_) children.start(points[next++]);
      if (const std::optional<ChildEnd> end = children.wait()) {
        store_end(database, *end);
        ++ended;
      }
      if (!progress(ended)) return false;
    }
    return true;
  }

 private:
  std::function<std::string(std::size_t)> work_;
  std::size_t jobs_;
  ChildLimits limits_;
};

}  // namespace

void store_end(SweepDatabase& database, const ChildEnd& end) {
  if (end.kind == ChildEnd::Kind::kResult) database.store(end.number, Json::parse(end.text));
  else database.store_failure(end.number, end.text);
}

std::unique_ptr<Launcher> make_local_launcher(std::function<std::string(std::size_t)> work, std::size_t jobs, const ChildLimits& limits) {
  return std::make_unique<LocalLauncher>(std::move(work), jobs, limits);
}

}  // namespace ngpcsim::app
