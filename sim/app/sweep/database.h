#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/json.h"
#include "sim/app/sweep/experiment.h"
#include "sim/app/sweep/sqlite.h"

namespace ngpcsim::app {

/// A point as it is planned, before anything was simulated.
struct PlannedPoint {
  std::vector<std::string> values;    ///< of the axes
  std::string hash;                   ///< of configuration, frames and version; empty where the configuration does not hold together
  std::optional<std::size_t> same_as; ///< an earlier point with that hash, which runs for both
  std::string command;
  std::string error;                  ///< why it cannot run; empty where it can
};

struct FailedPoint {
  std::size_t point = 0;
  std::string command, message;
};

/// The results of a sweep in one SQLite file (docs/sweeps.md has the schema): a row a point in table `sweep`, with the experiment's axes and kMetrics as columns. It holds
/// nothing of when or where points ran, so that equal sweeps are equal databases. Every change is a transaction: whoever is killed loses nothing that had finished.
class SweepDatabase {
 public:
  /// Throws InputError where the file exists.
  static SweepDatabase create(const std::filesystem::path& file, const Experiment& experiment, const std::vector<PlannedPoint>& points);
  /// Throws InputError where it is damaged, or was planned otherwise: another experiment, other --set, another version.
  static SweepDatabase resume(const std::filesystem::path& file, const Experiment& experiment, const std::vector<PlannedPoint>& points);

  /// Points that have to run, in order; those that are the same as another one are not among them.
  [[nodiscard]] std::vector<std::size_t> pending();
  [[nodiscard]] std::size_t finished();
  /// Of every point, nothing where it has none yet.
  [[nodiscard]] std::vector<std::optional<double>> metric(std::string_view name);
  /// Points that an adaptive sweep does not run.
  void leave_pending();
  void store(std::size_t point, const Json& result);
  void store_failure(std::size_t point, const std::string& message);
  [[nodiscard]] std::vector<FailedPoint> failures();
  /// Failed points run again.
  void retry_failures();

  /// Notes of a launcher while points run elsewhere.
  [[nodiscard]] std::optional<std::string> note(const std::string& key);
  void set_note(const std::string& key, const std::string& value);
  void erase_note(const std::string& key);

 private:
  SweepDatabase(Sqlite database, int lock) : database_(std::move(database)), lock_(lock) {}
  void make_tables(const Experiment& experiment);
  void fill(const Experiment& experiment, const std::vector<PlannedPoint>& points);
  void check_plan(const std::string& plan);

  /// A file descriptor that is locked as long as it is open.
  class Lock {
   public:
    explicit Lock(int descriptor) : descriptor_(descriptor) {}
    Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Lock& operator=(Lock&&) = delete;
    ~Lock();

   private:
    int descriptor_;
  };

  Sqlite database_;
  Lock lock_;
};

/// The rows of a finished database, for reports and figures.
struct SweepTable {
  std::string experiment;
  std::vector<std::string> axes;
  std::vector<std::size_t> groups;     ///< of each axis: those of one group are zipped
  struct Row {
    std::size_t point = 0;
    std::string status, command, message;
    std::vector<std::string> values;                 ///< of the axes
    std::vector<std::optional<double>> metrics;      ///< of kMetrics
  };
  std::vector<Row> rows;
  std::vector<Objective> objectives;   ///< of the experiment
  std::vector<std::string> constraints;

  [[nodiscard]] std::optional<std::size_t> axis(std::string_view path) const;
};
/// Whether a file begins as an SQLite database does.
[[nodiscard]] bool is_sweep_database(const std::filesystem::path& file);
/// Throws InputError where the file is no database of a sweep.
[[nodiscard]] SweepTable read_sweep(const std::filesystem::path& file);

}  // namespace ngpcsim::app
