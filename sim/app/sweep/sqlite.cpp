#include "sim/app/sweep/sqlite.h"

#include <sqlite3.h>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

constexpr int kBusyMs = 10'000;  // a reader may hold the file for a moment

std::string advice(int status) {
  switch (status & 0xff) {
    case SQLITE_FULL: return "free space on that disk and start again with --resume: finished points are kept";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM: return "a file in a folder that can be written to";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "a database that ngpcsim sweep wrote, or a new file";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "one sweep at a time on a database";
    default: return {};
  }
}

}  // namespace

void Sqlite::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Sqlite::Sqlite(const std::filesystem::path& file, Open how) : file_(file) {
  if (how != Open::kCreate && !std::filesystem::is_regular_file(file)) throw InputError({file.string()}, "there is no such database", "a file that ngpcsim sweep wrote");
  const int flags = how == Open::kRead ? SQLITE_OPEN_READONLY : how == Open::kReadWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  require(status);
  sqlite3_busy_timeout(handle, kBusyMs);
}

void Sqlite::require(int status) const {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  throw InputError({file_.string()}, handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(status), advice(status));
}

void Sqlite::run(const std::string& sql) { require(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr)); }

Statement::Statement(Sqlite& database, const std::string& sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  database.require(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement, nullptr));
  statement_.reset(statement);
}

Statement& Statement::bind(int parameter, std::string_view text) {
  database_->require(sqlite3_bind_text64(statement_.get(), parameter + 1, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}
Statement& Statement::bind(int parameter, std::int64_t value) {
  database_->require(sqlite3_bind_int64(statement_.get(), parameter + 1, value));
  return *this;
}
Statement& Statement::bind(int parameter, double value) {
  database_->require(sqlite3_bind_double(statement_.get(), parameter + 1, value));
  return *this;
}
Statement& Statement::bind_null(int parameter) {
  database_->require(sqlite3_bind_null(statement_.get(), parameter + 1));
  return *this;
}

bool Statement::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  sqlite3_reset(statement_.get());
  database_->require(status);
  return false;
}

void Statement::run() {
  while (step()) {
  }
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }
std::string Statement::text(int column) const {
  const auto* const text = sqlite3_column_text(statement_.get(), column);
  return text == nullptr ? std::string() : std::string(static_cast<const char*>(static_cast<const void*>(text)), static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

Transaction::Transaction(Sqlite& database) : database_(&database) { database.run("BEGIN IMMEDIATE"); }
Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}
void Transaction::commit() {
  database_->run("COMMIT");
  open_ = false;
}

std::string sql_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace ngpcsim::app
