#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/gpu/params.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
#include "sim/app/output_folder.h"
#include "sim/app/plot/scatter.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "sim/fit_gemm/measured.h"

namespace ngpcsim::fit {
namespace {

constexpr int kRestarts = 10, kTrials = 8000;
constexpr double kLeastUs = 10.0;

/// What is fitted of a GPU, as one row of positive numbers.
std::vector<double*> free_parameters(gpu::GemmTimeParams& p) {
  std::vector<double*> all{&p.launch_us, &p.block_us, &p.memory_efficiency, &p.split_us};
  for (double& value : p.tile_efficiency) all.push_back(&value);
  for (double& value : p.operand_order) all.push_back(&value);
  for (double& value : p.narrow_efficiency)
    if (value > 0.0) all.push_back(&value);
  return all;
}

void clamp_shares(gpu::GemmTimeParams& p) {
  for (double* const value : free_parameters(p))
    if (value != &p.launch_us && value != &p.block_us && value != &p.split_us) *value = std::clamp(*value, 0.001, 1.0);
}

class Fit {
 public:
  Fit(const std::vector<Measured>& rows, const gpu::GpuParams& gpu) : rows_(rows), gpu_(gpu) {}

  /// Random steps downhill from several starts, of which the best is kept.
  [[nodiscard]] gpu::GemmTimeParams best() const {
    gpu::GemmTimeParams best = gpu_.gemm;
    double least = 1e9;
    for (int restart = 0; restart < kRestarts; ++restart) {
      Rng rng(static_cast<std::uint64_t>(restart) + 1);
      gpu::GemmTimeParams params = gpu_.gemm;
      if (restart > 0)
        for (double* const value : free_parameters(params)) *value *= std::exp(0.5 * normal(rng));
      clamp_shares(params);
      const double loss = descend(params, rng);
      if (loss < least) {
        least = loss;
        best = params;
      }
    }
    return best;
  }

 private:
  /// About normal: the sum of twelve.
  static double normal(Rng& rng) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.unit());
    return sum;
  }

  [[nodiscard]] double descend(gpu::GemmTimeParams& params, Rng& rng) const {
    double loss = loss_of(params), step = 0.4;
    for (int trial = 1; trial <= kTrials; ++trial) {
      gpu::GemmTimeParams next = params;
      const std::vector<double*> values = free_parameters(next);
      if (rng.below(3) == 0)
        for (double* const value : values) *value *= std::exp(0.3 * step * normal(rng));
      else
        *values[rng.below(static_cast<std::uint32_t>(values.size()))] *= std::exp(step * normal(rng));
      clamp_shares(next);
      if (const double changed = loss_of(next); changed < loss) {
        loss = changed;
        params = next;
      }
      if (trial % 1000 == 0) step *= 0.65;
    }
    return loss;
  }

  /// Mean of e + e^2 over the half that is fitted, e = |ln(predicted / measured)|.
  [[nodiscard]] double loss_of(const gpu::GemmTimeParams& params) const {
    double sum = 0.0;
    std::size_t count = 0;
    for (const Measured& row : rows_) {
      if (row.held_out()) continue;
      const double e = std::abs(std::log(gpu::gemm_us(params, gpu_.sms, gpu_.memory_gb_s, row.problem) / row.us));
      sum += std::min(e, 1.5) + e * e;
      ++count;
    }
    return sum / static_cast<double>(count);
  }

  const std::vector<Measured>& rows_;
  const gpu::GpuParams& gpu_;
};

std::string group_text(gpu::GemmTimeParams params) {
  std::string text = "  <gemm>\n";
  for (const config::ParamInfo& param : config::list_params(params, "gemm"))
    if (param.path != "gemm.tflops" && param.path != "gemm.operand_bytes") text += fmt::format("    <{} value=\"{:.3g}\" source=\"fitted by scripts/fit_gemm_time\"/>\n", param.path.substr(5), std::stod(param.value));
  return text + "  </gemm>\n";
}

gpu::GpuParams configured(const Device& device) {
  const app::ConfigStore store;
  app::ConfigRoots roots({}, {"gpu"});
  return roots.load<gpu::GpuParams>(store.find(app::ConfigKind::kGpu, device.config, {.file = "GPU"}), {.element = "gpu"});
}

std::string errors_line(const Device& device, const std::vector<Measured>& rows, const gpu::GpuParams& gpu, const gpu::GemmTimeParams& params) {
  std::string line = fmt::format("{:<16}", device.config);
  for (const bool held_out : {false, true}) {
    const std::vector<double> e = errors(rows, held_out, params, gpu.sms, gpu.memory_gb_s, kLeastUs);
    line += fmt::format("{:<9} {:>4} problems, median {:>5.1f} %, 90th percentile {:>5.1f} %   ", held_out ? "held out" : "fitted", e.size(), 100.0 * e[e.size() / 2], 100.0 * e[e.size() * 9 / 10]);
  }
  return line + "\n";
}

/// Predicted over measured, of what was held out, GPUs of a kind in one colour.
app::Scatter held_out_scatter(const std::filesystem::path& data) {
  app::Scatter scatter{.title = "Multiplications that were not fitted: predicted over measured time", .x_label = "measured, us", .y_label = "predicted / measured", .x_least = 10.0, .x_most = 1e6, .y_least = 0.25, .y_most = 4.0, .y_ticks = {0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0}, .series = {}};
  const std::vector<std::pair<const char*, std::vector<std::string_view>>> kinds{{"H100, B200", {"h100", "b200"}}, {"V100, T4 fp16", {"v100", "t4"}}, {"V100, T4 fp32", {"v100-fp32", "t4-fp32"}},
                                                                                 {"P100, 1080 Ti", {"p100", "gtx1080ti"}}, {"Titan Xp, X (2016)", {"titan-xp", "titan-x-pascal"}}, {"Titan X (2015)", {"titan-x"}}};
  for (const auto& [name, configs] : kinds) {
    app::Scatter::Series series{name, {}};
    for (const Device& device : devices()) {
      if (std::find(configs.begin(), configs.end(), device.config) == configs.end()) continue;
      const gpu::GpuParams gpu = configured(device);
      for (const Measured& row : measured(device, data))
        if (row.held_out() && row.us >= kLeastUs) series.points.emplace_back(row.us, gpu::gemm_us(gpu.gemm, gpu.sms, gpu.memory_gb_s, row.problem) / row.us);
    }
    scatter.series.push_back(std::move(series));
  }
  return scatter;
}

/// What the configurations say, without fitting anything.
void check_all(const std::filesystem::path& data, const std::filesystem::path& folder) {
  for (const Device& device : devices()) {
    const gpu::GpuParams gpu = configured(device);
    std::fputs(errors_line(device, measured(device, data), gpu, gpu.gemm).c_str(), stdout);
  }
  app::write_output(folder, app::scatter_figure("gemm_time", held_out_scatter(data)));
}

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: ngpcsim_fit_gemm DATA_FOLDER [GPU...]       fits the times of multiplications to measured ones (data/gpu) and prints the group <gemm> of each GPU\n"
               "       ngpcsim_fit_gemm DATA_FOLDER --check FOLDER  prints the errors of configs/gpus and draws them: FOLDER/gemm_time.svg, .pdf, .png\n", stderr);
    return 2;
  }
  if (argc == 4 && std::string_view(argv[2]) == "--check") {
    check_all(argv[1], argv[3]);
    return 0;
  }
  for (const Device& device : devices()) {
    if (argc > 2 && std::find(argv + 2, argv + argc, device.config) == argv + argc) continue;
    const gpu::GpuParams gpu = configured(device);
    const std::vector<Measured> rows = measured(device, argv[1]);
    const gpu::GemmTimeParams params = Fit(rows, gpu).best();
    std::fputs((errors_line(device, rows, gpu, params) + group_text(params)).c_str(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace ngpcsim::fit

// The SystemC library refers to this entry point of its own.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char** argv) {
  try {
    return ngpcsim::fit::run(argc, argv);
  } catch (const ngpcsim::InputError& error) {
    std::fputs(fmt::format("ngpcsim_fit_gemm: {}\n", error.what()).c_str(), stderr);
    return 2;
  }
}
