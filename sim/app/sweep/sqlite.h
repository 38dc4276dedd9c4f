#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace ngpcsim::app {

/// A connection to an SQLite file. Whatever goes wrong with the file is InputError with its name and what to do.
class Sqlite {
 public:
  enum class Open { kRead, kReadWrite, kCreate };
  Sqlite(const std::filesystem::path& file, Open how);

  void run(const std::string& sql);
  /// Throws what a status code other than success means.
  void require(int status) const;
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement; parameters and columns count from 0.
class Statement {
 public:
  Statement(Sqlite& database, const std::string& sql);

  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, double value);
  Statement& bind_null(int parameter);
  /// The next row; false after the last, after which the statement can be bound and run again.
  [[nodiscard]] bool step();
  /// Runs a statement that gives no rows.
  void run();

  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Sqlite* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// All of it or nothing: rolled back unless it was committed.
class Transaction {
 public:
  explicit Transaction(Sqlite& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Sqlite* database_;
  bool open_ = true;
};

/// `"name"` for SQL, quotes doubled.
[[nodiscard]] std::string sql_name(std::string_view name);

}  // namespace ngpcsim::app
