#include "sim/fit_gemm/measured.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "sim/config/number.h"
#include "workloads/gemm/csv_reader.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::fit {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;

/// Rows of a table by the names of its columns.
class Table {
 public:
  explicit Table(const std::filesystem::path& file) : file_(file.string()), text_(workloads::read_file(file, kMostBytes, "a table of measured times")), reader_(text_, file_) {
    const auto head = reader_.next();
    if (!head) throw InputError({file_}, "no row", "a table of measured times");
    names_ = head->cells;
  }

  [[nodiscard]] bool next() {
    auto row = reader_.next();
    if (row) row_ = std::move(*row);
    return row.has_value();
  }
  [[nodiscard]] std::string text(std::string_view column) const {
    const auto at = std::find(names_.begin(), names_.end(), column);
    if (at == names_.end()) throw InputError({file_, 1}, fmt::format("no column \"{}\"", column), "the columns of the measured data");
    const auto i = static_cast<std::size_t>(at - names_.begin());
    return i < row_.cells.size() ? row_.cells[i] : std::string();
  }
  [[nodiscard]] double number(std::string_view column) const {
    const auto value = config::parse_real(text(column)).value;
    if (!value) throw InputError({file_, row_.line}, fmt::format("{} = \"{}\"", column, text(column)), "a number");
    return *value;
  }

 private:
  std::string file_, text_;
  workloads::CsvReader reader_;
  std::vector<std::string> names_;
  workloads::CsvRow row_;
};

std::vector<Measured> deep_bench(const Device& device, const std::filesystem::path& folder) {
  Table table(folder / "deepbench_gemm.csv");
  std::vector<Measured> rows;
  while (table.next()) {
    if (table.text("source_file") != "results/train/" + device.file || table.text("sheet") != device.sheet) continue;
    const double us = 1e3 * table.number("time_ms");
    if (us > 0.0) rows.push_back({{table.number("M"), table.number("N"), table.number("K"), 1.0, table.text("A_trans") == "T", table.text("B_trans") == "T"}, us});
  }
  return rows;
}

std::vector<Measured> xla(const Device& device, const std::filesystem::path& folder) {
  Table table(folder / "xla_gpu_matmul_perf_table.csv");
  std::vector<Measured> rows;
  while (table.next())
    if (table.text("arch") == device.arch && table.text("dtype").starts_with("bf16"))
      rows.push_back({{table.number("M"), table.number("N"), table.number("K"), table.number("batch"), false, false}, table.number("time_us_derived")});
  return rows;
}

}  // namespace

bool Measured::held_out() const {
  const auto whole = [](double x) { return static_cast<std::uint64_t>(x); };
  return (mix64(mix64(mix64(whole(problem.m)) + whole(problem.n)) + whole(problem.k)) & 1u) != 0;
}

const std::vector<Device>& devices() {
  static const std::vector<Device> all{{"v100", "DeepBench_NV_V100.xlsx", "Results - FP16 ip, Mixed math", ""},
                                       {"v100-fp32", "DeepBench_NV_V100.xlsx", "Results FP32", ""},
                                       {"t4", "DeepBench_NV_T4.xlsx", "Results - FP16 ip, Mixed math", ""},
                                       {"t4-fp32", "DeepBench_NV_T4.xlsx", "Results FP32", ""},
                                       {"p100", "DeepBench_NV_P100.xlsx", "Results FP32", ""},
                                       {"gtx1080ti", "DeepBench_NV_1080Ti.xlsx", "Results - FP32", ""},
                                       {"titan-xp", "DeepBench_NV_TitanXp.xlsx", "FP32", ""},
                                       {"titan-x-pascal", "DeepBench_NV_TitanX_Pascal.xlsx", "Results - FP32", ""},
                                       {"titan-x", "DeepBench_NV_TitanX.xlsx", "Results - FP32", ""},
                                       {"h100", "", "", "sm_90"},
                                       {"b200", "", "", "sm_100"}};
  return all;
}

std::vector<Measured> measured(const Device& device, const std::filesystem::path& folder) {
  std::vector<Measured> rows = device.file.empty() ? xla(device, folder) : deep_bench(device, folder);
  if (rows.empty()) throw InputError({folder.string()}, fmt::format("no times of {}", device.config), "the measured data");
  return rows;
}

std::vector<double> errors(const std::vector<Measured>& rows, bool held_out, const gpu::GemmTimeParams& params, std::uint32_t sms, double memory_gb_s, double least_us) {
  std::vector<double> all;
  for (const Measured& row : rows)
    if (row.held_out() == held_out && row.us >= least_us) all.push_back(std::abs(gpu::gemm_us(params, sms, memory_gb_s, row.problem) / row.us - 1.0));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace ngpcsim::fit
