#include "rtl/bridge/coverage.h"

#include <unistd.h>
#include <verilated_cov.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace ngpcsim::rtl {
namespace {

/// Counts by Verilator's key of a point, summed over all blocks of the process.
class ProcessCoverage {
 public:
  explicit ProcessCoverage(const std::filesystem::path& folder) : file_(folder / (std::to_string(getpid()) + ".dat")) {}
  ~ProcessCoverage() {
    std::ofstream out(file_);
    out << "# SystemC::Coverage-3\n";
    for (const auto& [key, count] : counts_) out << "C " << key << ' ' << count << '\n';
  }
  ProcessCoverage(const ProcessCoverage&) = delete;
  ProcessCoverage& operator=(const ProcessCoverage&) = delete;

  void add(VerilatedContext& context) {
    const std::filesystem::path scratch = file_.string() + ".part";
    context.coveragep()->write(scratch.c_str());
    std::ifstream in(scratch);
    for (std::string line; std::getline(in, line);) {
      const std::size_t end = line.rfind(' ');
      if (line.starts_with("C ") && end != std::string::npos) counts_[line.substr(2, end - 2)] += std::stoull(line.substr(end + 1));
    }
    in.close();
    std::filesystem::remove(scratch);
  }

 private:
  std::filesystem::path file_;
  std::map<std::string, std::uint64_t> counts_;
};

/// Where counts go, or null.
[[nodiscard]] const char* folder() {
  static const char* const name = std::getenv("NGPCSIM_RTL_COVERAGE");
  return name;
}

}  // namespace

bool collects_coverage() { return folder() != nullptr; }

void collect_coverage(VerilatedContext& context) {
  if (!collects_coverage()) return;
  static ProcessCoverage coverage(folder());
  coverage.add(context);
}

}  // namespace ngpcsim::rtl
