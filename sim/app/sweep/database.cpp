#include "sim/app/sweep/database.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "sim/app/result/run_result.h"
#include "sim/app/sweep/metrics.h"
#include "sim/app/sweep/program.h"
#include "sim/base/error.h"
#include "sim/config/hash.h"
#include "sim/config/number.h"

namespace ngpcsim::app {
namespace {

constexpr std::string_view kSchema = "1";

std::int64_t signed_of(std::size_t value) { return static_cast<std::int64_t>(value); }

int lock_file(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  if (descriptor >= 0) ::close(descriptor);
  throw InputError({file.string()}, "another sweep writes to this database", "one at a time");
}

/// What a plan is: two that agree in this have the same points.
std::string plan_of(const Experiment& experiment, const std::vector<PlannedPoint>& points) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", kSchema, program_version(), experiment.name, experiment.adaptive_percent);
  for (const Axis* axis : experiment.axes()) text += axis->path + "\n";
  for (const PlannedPoint& point : points) text += fmt::format("{} {}\n", point.hash, point.command);
  return config::text_hash(text);
}

/// Numbers as such, so that SQL compares them as such.
void bind_value(Statement& statement, int parameter, const std::string& text) {
  if (const auto integer = config::parse_integer(text).value) statement.bind(parameter, *integer);
  else if (const auto real = config::parse_real(text).value) statement.bind(parameter, *real);
  else statement.bind(parameter, text);
}

std::string objectives_text(const Experiment& experiment) {
  Json all = Json::array();
  for (const Objective& objective : experiment.objectives) all.push_back({{"key", objective.key}, {"goal", objective.most ? "most" : "least"}});
  return all.dump();
}

std::string constraints_text(const Experiment& experiment) {
  Json all = Json::array();
  for (const Condition& condition : experiment.constraints) all.push_back(condition.text());
  return all.dump();
}

std::string metric_columns(std::string_view between, std::string_view behind) {
  std::string text;
  for (const Metric& metric : kMetrics) text += fmt::format("{}{}{}", between, sql_name(metric.name), behind);
  return text;
}

}  // namespace

SweepDatabase::Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

SweepDatabase SweepDatabase::create(const std::filesystem::path& file, const Experiment& experiment, const std::vector<PlannedPoint>& points) {
  if (std::filesystem::exists(file)) throw InputError({file.string()}, "is there already", "--resume to go on with it, or another --out");
  Sqlite connection(file, Sqlite::Open::kCreate);
  connection.run("PRAGMA user_version = 0");
  SweepDatabase database(std::move(connection), lock_file(file));
  Transaction all(database.database_);
  database.make_tables(experiment);
  database.fill(experiment, points);
  all.commit();
  return database;
}

SweepDatabase SweepDatabase::resume(const std::filesystem::path& file, const Experiment& experiment, const std::vector<PlannedPoint>& points) {
  Sqlite connection(file, Sqlite::Open::kReadWrite);
  SweepDatabase database(std::move(connection), lock_file(file));
  Statement tables(database.database_, "SELECT count(*) FROM sqlite_master WHERE name IN ('meta', 'axes', 'sweep')");
  const bool any = tables.step();
  if (any && tables.integer(0) == 0) {  // ended before its plan was written
    Transaction all(database.database_);
    database.make_tables(experiment);
    database.fill(experiment, points);
    all.commit();
    return database;
  }
  Statement check(database.database_, "PRAGMA quick_check");
  if (!check.step() || check.text(0) != "ok") throw InputError({file.string()}, fmt::format("the database is damaged: {}", one_line(check.text(0))), "a backup of it, or a new sweep to another file");
  database.check_plan(plan_of(experiment, points));
  return database;
}

void SweepDatabase::make_tables(const Experiment& experiment) {
  std::string columns;
  for (const Axis* axis : experiment.axes()) columns += ", " + sql_name(axis->path);
  database_.run("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)");
  database_.run("CREATE TABLE axes (number INTEGER PRIMARY KEY, path TEXT NOT NULL, zip INTEGER NOT NULL)");
  database_.run("CREATE TABLE sweep (point INTEGER PRIMARY KEY, status TEXT NOT NULL, message TEXT, hash TEXT, same_as INTEGER, command TEXT NOT NULL" + columns + metric_columns(", ", " REAL") + ", result TEXT)");
}

void SweepDatabase::fill(const Experiment& experiment, const std::vector<PlannedPoint>& points) {
  for (const auto& [key, value] : {std::pair<std::string, std::string>{"schema", std::string(kSchema)}, {"version", std::string(program_version())}, {"experiment", experiment.name}, {"plan", plan_of(experiment, points)},
                                   {"objectives", objectives_text(experiment)}, {"constraints", constraints_text(experiment)}})
    set_note(key, value);
  Statement axes(database_, "INSERT INTO axes VALUES (?, ?, ?)");
  const std::vector<const Axis*> all = experiment.axes();
  std::string names, places;
  std::vector<std::size_t> groups;
  for (std::size_t g = 0; g < experiment.groups.size(); ++g) groups.insert(groups.end(), experiment.groups[g].axes.size(), g);
  for (std::size_t a = 0; a < all.size(); ++a) {
    axes.bind(0, signed_of(a)).bind(1, all[a]->path).bind(2, signed_of(groups[a])).run();
    names += ", " + sql_name(all[a]->path);
    places += ", ?";
  }
  Statement rows(database_, fmt::format("INSERT INTO sweep (point, status, message, hash, same_as, command{}) VALUES (?, ?, ?, ?, ?, ?{})", names, places));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PlannedPoint& point = points[i];
    rows.bind(0, signed_of(i)).bind(1, point.error.empty() ? "pending" : "failed").bind(5, point.command);
    if (point.error.empty()) rows.bind_null(2);
    else rows.bind(2, point.error);
    if (point.hash.empty()) rows.bind_null(3);
    else rows.bind(3, point.hash);
    if (point.same_as) rows.bind(4, signed_of(*point.same_as));
    else rows.bind_null(4);
    for (std::size_t a = 0; a < point.values.size(); ++a) bind_value(rows, 6 + static_cast<int>(a), point.values[a]);
    rows.run();
  }
}

void SweepDatabase::check_plan(const std::string& plan) {
  if (note("plan") != plan)
    throw InputError({database_.file().string()}, "this database belongs to another plan: other points, other --set or another version of ngpcsim", "the experiment and options it was begun with, or another --out");
}

std::vector<std::size_t> SweepDatabase::pending() {
  Statement rows(database_, "SELECT point FROM sweep WHERE status = 'pending' AND same_as IS NULL ORDER BY point");
  std::vector<std::size_t> points;
  while (rows.step()) points.push_back(static_cast<std::size_t>(rows.integer(0)));
  return points;
}

std::size_t SweepDatabase::finished() {
  Statement rows(database_, "SELECT count(*) FROM sweep WHERE status IN ('done', 'failed') AND same_as IS NULL");
  return rows.step() ? static_cast<std::size_t>(rows.integer(0)) : 0;
}

void SweepDatabase::store(std::size_t point, const Json& result) {
  Transaction all(database_);
  Statement row(database_, "UPDATE sweep SET status = 'done', message = NULL, result = ?" + metric_columns(", ", " = ?") + " WHERE point = ? OR same_as = ?");
  row.bind(0, result.dump());
  int parameter = 1;
  for (const Metric& metric : kMetrics) {
    if (const auto value = metric_of(result, metric.name)) row.bind(parameter, *value);
    else row.bind_null(parameter);
    ++parameter;
  }
  row.bind(parameter, signed_of(point)).bind(parameter + 1, signed_of(point)).run();
  all.commit();
}

std::vector<std::optional<double>> SweepDatabase::metric(std::string_view name) {
  Statement rows(database_, fmt::format("SELECT {} FROM sweep ORDER BY point", sql_name(name)));
  std::vector<std::optional<double>> values;
  while (rows.step()) values.push_back(rows.is_null(0) ? std::nullopt : std::optional(rows.real(0)));
  return values;
}

void SweepDatabase::leave_pending() { database_.run("UPDATE sweep SET status = 'left' WHERE status = 'pending'"); }

void SweepDatabase::store_failure(std::size_t point, const std::string& message) {
  Statement row(database_, "UPDATE sweep SET status = 'failed', message = ? WHERE point = ? OR same_as = ?");
  row.bind(0, message).bind(1, signed_of(point)).bind(2, signed_of(point)).run();
}

std::vector<FailedPoint> SweepDatabase::failures() {
  Statement rows(database_, "SELECT point, command, message FROM sweep WHERE status = 'failed' ORDER BY point");
  std::vector<FailedPoint> failed;
  while (rows.step()) failed.push_back({static_cast<std::size_t>(rows.integer(0)), rows.text(1), rows.text(2)});
  return failed;
}

void SweepDatabase::retry_failures() { database_.run("UPDATE sweep SET status = 'pending', message = NULL WHERE status = 'failed' AND hash IS NOT NULL"); }

std::optional<std::string> SweepDatabase::note(const std::string& key) {
  Statement row(database_, "SELECT value FROM meta WHERE key = ?");
  row.bind(0, key);
  return row.step() ? std::optional(row.text(0)) : std::nullopt;
}

void SweepDatabase::set_note(const std::string& key, const std::string& value) { Statement(database_, "INSERT OR REPLACE INTO meta VALUES (?, ?)").bind(0, key).bind(1, value).run(); }
void SweepDatabase::erase_note(const std::string& key) { Statement(database_, "DELETE FROM meta WHERE key = ?").bind(0, key).run(); }

std::optional<std::size_t> SweepTable::axis(std::string_view path) const {
  const auto at = std::find(axes.begin(), axes.end(), path);
  return at == axes.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - axes.begin()));
}

bool is_sweep_database(const std::filesystem::path& file) {
  constexpr std::string_view kBegin = "SQLite format 3";
  std::ifstream in(file, std::ios::binary);
  std::string begin(kBegin.size(), '\0');
  return std::filesystem::is_regular_file(file) && in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kBegin;
}

SweepTable read_sweep(const std::filesystem::path& file) {
  Sqlite database(file, Sqlite::Open::kRead);
  SweepTable table;
  Statement meta(database, "SELECT key, value FROM meta");
  while (meta.step()) {
    if (meta.text(0) == "experiment") table.experiment = meta.text(1);
    if (meta.text(0) == "objectives")
      for (const Json& objective : Json::parse(meta.text(1))) table.objectives.push_back({objective.at("key").get<std::string>(), objective.at("goal") == "most"});
    if (meta.text(0) == "constraints") table.constraints = Json::parse(meta.text(1)).get<std::vector<std::string>>();
  }
  Statement axes(database, "SELECT path, zip FROM axes ORDER BY number");
  std::string columns;
  while (axes.step()) {
    table.axes.push_back(axes.text(0));
    table.groups.push_back(static_cast<std::size_t>(axes.integer(1)));
    columns += ", " + sql_name(axes.text(0));
  }
  Statement rows(database, "SELECT point, status, command, message" + columns + metric_columns(", ", "") + " FROM sweep ORDER BY point");
  while (rows.step()) {
    SweepTable::Row row{.point = static_cast<std::size_t>(rows.integer(0)), .status = rows.text(1), .command = rows.text(2), .message = rows.text(3), .values = {}, .metrics = {}};
    int column = 4;
    for (std::size_t a = 0; a < table.axes.size(); ++a) row.values.push_back(rows.text(column++));
    for (std::size_t m = 0; m < kMetrics.size(); ++m, ++column) row.metrics.push_back(rows.is_null(column) ? std::nullopt : std::optional(rows.real(column)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace ngpcsim::app
