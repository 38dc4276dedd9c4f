#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/app/child_pool.h"
#include "sim/app/sweep/database.h"

namespace ngpcsim::app {

/// Puts how a point ended into the database.
void store_end(SweepDatabase& database, const ChildEnd& end);

/// Runs points of a sweep somewhere and puts them into its database as they end.
class Launcher {
 public:
  virtual ~Launcher() = default;
  /// `progress(ended)` is called several times a second; false ends what runs, and the answer is false then.
  [[nodiscard]] virtual bool run(SweepDatabase& database, const std::vector<std::size_t>& points, const std::function<bool(std::size_t ended)>& progress) = 0;
};

/// Processes of this machine, `jobs` at a time. `work` simulates a point.
[[nodiscard]] std::unique_ptr<Launcher> make_local_launcher(std::function<std::string(std::size_t)> work, std::size_t jobs, const ChildLimits& limits);

/// A job array of Slurm.
struct SlurmOptions {
  std::vector<std::string> worker;     ///< the command of an array task, to which `--worker FOLDER` is added
  std::string folder;                  ///< that all nodes see: what runs where, and results on their way to the database
  std::size_t chunk = 10;              ///< points an array task
  ChildLimits limits;                  ///< of a point
  std::string arguments;               ///< further ones of sbatch, by spaces
};
[[nodiscard]] std::unique_ptr<Launcher> make_slurm_launcher(SlurmOptions options);

/// What an array task does: its chunk of the list in `folder`, point by point, each result a file there. Points whose file is there are not run again.
void run_slurm_task(const std::string& folder, std::size_t task, const std::function<std::string(std::size_t)>& work, const ChildLimits& limits);

}  // namespace ngpcsim::app
