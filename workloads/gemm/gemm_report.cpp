#include "workloads/gemm/gemm_report.h"

#include <algorithm>

#include "sim/base/error.h"
#include "workloads/gemm/gemm_file.h"
#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {

std::vector<std::string> describe_gemm_file(const std::filesystem::path& file) {
  const GemmFile found = read_gemm_file(file);
  const auto by_work = [](const stream::Gemm& a, const stream::Gemm& b) { return macs_of(a) < macs_of(b); };
  const stream::Gemm& largest = *std::max_element(found.list.begin(), found.list.end(), by_work);
  std::vector<std::string> lines{
      fmt::format("{}: {} multiplication{}, {} MACs", format_name(found.format), found.list.size(), found.list.size() == 1 ? "" : "s", macs_of(found.list)),
      fmt::format("largest: {}, M {} N {} K {}{}, {} MACs", largest.name, largest.m, largest.n, largest.k,
                  largest.batch > 1 ? fmt::format(" batch {}", largest.batch) : "", macs_of(largest))};
  for (const std::string& note : found.notes) lines.push_back("note: " + note);
  return lines;
}

}  // namespace ngpcsim::workloads
