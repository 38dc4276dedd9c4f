#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/gpu/params.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
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

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: ngpcsim_fit_gemm DATA_FOLDER [GPU...]: fits the times of multiplications to measured ones (data/gpu) and prints the group <gemm> of each GPU\n", stderr);
    return 2;
  }
  const app::ConfigStore store;
  for (const Device& device : devices()) {
    if (argc > 2 && std::find(argv + 2, argv + argc, device.config) == argv + argc) continue;
    app::ConfigRoots roots({}, {"gpu"});
    const auto gpu = roots.load<gpu::GpuParams>(store.find(app::ConfigKind::kGpu, device.config, {.file = "GPU"}), {.element = "gpu"});
    const std::vector<Measured> rows = measured(device, argv[1]);
    const gpu::GemmTimeParams params = Fit(rows, gpu).best();
    std::string line = device.config + ":";
    for (const bool held_out : {false, true}) {
      const std::vector<double> e = errors(rows, held_out, params, gpu.sms, gpu.memory_gb_s, kLeastUs);
      line += fmt::format("  {} {} problems, median {:.1f} %, 90th percentile {:.1f} %;", held_out ? "held out" : "fitted", e.size(), 100.0 * e[e.size() / 2], 100.0 * e[e.size() * 9 / 10]);
    }
    std::fputs(fmt::format("{}\n{}", line, group_text(params)).c_str(), stdout);
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
