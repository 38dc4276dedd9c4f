#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ngpcsim::dram_checker {

/// A rule of docs/dram.md that a command trace breaks. The rule is a name of the device's rule table, or one of the checker's own with a dot in it
/// (README.md lists them).
struct Violation {
  std::string rule;
  std::string what;
  std::vector<std::uint64_t> lines;        ///< of the command trace, the earlier first
  std::optional<std::uint64_t> required;   ///< cycles between the two lines, at least
  std::optional<std::uint64_t> actual;
};

/// Counts every violation, and keeps the first ones of each rule.
class Report {
 public:
  static constexpr std::uint64_t kKeptPerRule = 5;

  void add(Violation violation);

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] bool clean() const { return total_ == 0; }
  [[nodiscard]] std::uint64_t count(const std::string& rule) const;
  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }
  [[nodiscard]] const std::vector<Violation>& kept() const { return kept_; }

 private:
  std::uint64_t total_ = 0;
  std::map<std::string, std::uint64_t> counts_;
  std::vector<Violation> kept_;
};

}  // namespace ngpcsim::dram_checker
