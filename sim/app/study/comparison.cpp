#include "sim/app/study/comparison.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

std::string name_of(gpu::Application application) { return std::string(config::name_of(gpu::kApplications, application)); }
std::string name_of(gpu::Encoding encoding) { return std::string(config::name_of(gpu::kEncodings, encoding)); }

/// Our figures, by what they are of; what nothing was published of stays in the order in which it was put in.
class Ours {
 public:
  void put(std::string metric, std::string application, std::string encoding, std::string nfps, std::string unit, double value, std::string note = {}) {
    figures_.push_back({std::move(metric), std::move(application), std::move(encoding), std::move(nfps), std::move(unit), "", std::nullopt, value, std::move(note)});
  }
  /// The published figure beside ours.
  void meet(const PublishedFigure& published) {
    for (ComparedFigure& figure : figures_) {
      if (figure.metric != published.metric || figure.application != published.application || figure.encoding != published.encoding || figure.nfps != published.nfps) continue;
      figure.published = published.value;
      figure.trust = published.trust;
      figure.unit = published.unit;
      if (figure.note.empty()) figure.note = published.source;
      return;
    }
    figures_.push_back({published.metric, published.application, published.encoding, published.nfps, published.unit, published.trust, published.value, std::nullopt, "not modelled: " + published.source});
  }
  [[nodiscard]] std::vector<ComparedFigure> take() { return std::move(figures_); }

 private:
  std::vector<ComparedFigure> figures_;
};

const Simulated& of_cell(const std::vector<Simulated>& simulated, const Cell& cell) {
  const std::vector<Cell> cells = study_cells();
  const auto at = std::find(cells.begin(), cells.end(), cell);
  check(at != cells.end() && static_cast<std::size_t>(at - cells.begin()) < simulated.size(), "a cell that was not simulated");
  return simulated[static_cast<std::size_t>(at - cells.begin())];
}

class Study {
 public:
  Study(const StudyParams& study, const gpu::GpuParams& gpu, const StudyRuns& runs, const std::vector<DeviceLeakage>& leakage)
      : study_(study), gpu_(gpu), runs_(runs), leakage_(leakage) {}

  void put_all(Ours& ours) const {
    put_baseline(ours);
    put_averages(ours);
    put_cells(ours);
    put_kernels(ours);
    put_overheads(ours);
    put_bandwidth(ours);
    put_resolutions(ours);
    put_realistic(ours);
    put_readings(ours);
  }

 private:
  [[nodiscard]] CellTimes times(const Cell& cell) const { return cell_times(cell, of_cell(runs_.ideal, cell), gpu_, study_.of(cell.application)); }

  void put_baseline(Ours& ours) const {
    for (const gpu::Encoding encoding : kStudyEncodings) {
      for (const gpu::Application application : kStudyApplications)
        ours.put("gpu_frame", name_of(application), name_of(encoding), "", "ms", times({application, encoding, kStudyNfps[0]}).gpu_ms, "the baseline: taken, not predicted");
      const gpu::KernelShares* const shares = gpu_.software.shares(encoding);
      check(shares != nullptr, "an encoding without shares");
      ours.put("encoding_share", "all", name_of(encoding), "", "%", shares->encoding_percent, "the baseline: taken, not predicted");
      ours.put("mlp_share", "all", name_of(encoding), "", "%", shares->mlp_percent, "the baseline: taken, not predicted");
      ours.put("encoding_mlp_share", "all", name_of(encoding), "", "%", shares->encoding_percent + shares->mlp_percent, "sum of both");
    }
    ours.put("fusion_gain", "", "", "", "x", gpu_.software.fusion_gain, "the baseline: taken, not predicted");
  }

  void put_averages(Ours& ours) const {
    for (const gpu::Encoding encoding : kStudyEncodings)
      for (const std::uint32_t nfps : kStudyNfps)
        ours.put("average_speedup", "all", name_of(encoding), fmt::format("{}", nfps), "x", average_speedup(study_, gpu_, runs_.ideal, encoding, nfps),
                 encoding == gpu::Encoding::kHashgrid ? "" : "grid SRAM of any size, as the published averages need; GPU time derived");
  }

  void put_cells(Ours& ours) const {
    for (const Cell& cell : study_cells()) {
      const CellTimes t = times(cell);
      ours.put("speedup", name_of(cell.application), name_of(cell.encoding), fmt::format("{}", cell.nfps), "x", t.speedup(),
               t.rest_ms > t.ngpc_ms ? "bound by the GPU's remaining kernels" : "bound by the NGPC");
    }
    ours.put("largest_speedup", "nsdf", "hashgrid", "64", "x", times({gpu::Application::kNsdf, gpu::Encoding::kHashgrid, 64}).speedup(), "the bound of NSDF: its rest share is chosen to give it");
    for (const gpu::Application application : kStudyApplications)
      ours.put("speedup_bound", name_of(application), "hashgrid", "", "x", times({application, gpu::Encoding::kHashgrid, 64}).bound(), "fusion gain / rest share; shares are assumptions");
  }

  void put_kernels(Ours& ours) const {
    for (const std::uint32_t nfps : {8u, 64u}) {
      double encoding = 0.0, mlp = 0.0;
      for (const gpu::Application application : kStudyApplications) {
        const Cell cell{application, gpu::Encoding::kHashgrid, nfps};
        const Simulated& s = of_cell(runs_.ideal, cell);
        const double scale = study_.of(application).queries_per_pixel * gpu_.software.pixels() / s.queries;
        const double gpu_ms = times(cell).gpu_ms;
        encoding += gpu_ms * gpu_.software.hashgrid.encoding_percent / 100.0 / (s.encoding_ms * scale) / static_cast<double>(kStudyApplications.size());
        mlp += gpu_ms * gpu_.software.hashgrid.mlp_percent / 100.0 / (s.mlp_ms * scale) / static_cast<double>(kStudyApplications.size());
      }
      const std::string of = nfps == 64 ? "" : "8";
      ours.put("encoding_kernel_speedup", "all", "hashgrid", of, "x", encoding, fmt::format("{} NFPs; accesses and conflicts alone", nfps));
      ours.put("mlp_kernel_speedup", "all", "hashgrid", of, "x", mlp, fmt::format("{} NFPs; array steps alone: 64 x 64 MACs at no plausible clock give 1232", nfps));
    }
  }

  void put_overheads(Ours& ours) const {
    for (const std::uint32_t nfps : kStudyNfps) {
      const Simulated& s = of_cell(runs_.ideal, {gpu::Application::kNerf, gpu::Encoding::kHashgrid, nfps});
      ours.put("area_overhead", "", "", fmt::format("{}", nfps), "%", 100.0 * s.area_mm2 / gpu_.die_mm2, "fp32 accumulators, eight banks, routing: docs/validation.md");
      ours.put("power_overhead", "", "", fmt::format("{}", nfps), "%", 100.0 * s.ngpc_w / gpu_.tdp_w, "average over NeRF, not the peak of a busy array: docs/validation.md");
    }
    for (const DeviceLeakage& of : leakage_)
      ours.put(fmt::format("nfp_leakage_{}", of.device), "", "", "1", "W", of.watts, "16 grid SRAMs of 1 MiB; the published power leaves 1.2 W for a whole NFP");
  }

  void put_bandwidth(Ours& ours) const {
    const Simulated& s = of_cell(runs_.ideal, {gpu::Application::kNerf, gpu::Encoding::kHashgrid, 64});
    constexpr double kPixels4k = 3840.0 * 2160.0;
    ours.put("bandwidth_4k60", "nerf", "hashgrid", "", "GB/s", s.bytes_per_query * study_.nerf.queries_per_pixel * kPixels4k * 60.0 / 1e9,
             fmt::format("{:.0f} B a query in and out, {:g} queries a pixel", s.bytes_per_query, study_.nerf.queries_per_pixel));
  }

  void put_resolutions(Ours& ours) const {
    for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {5120, 2880}, {7680, 4320}})
      for (const gpu::Application application : kStudyApplications)
        for (const gpu::Encoding encoding : kStudyEncodings)
          ours.put(fmt::format("fps_at_{}x{}", width, height), name_of(application), name_of(encoding), "64", "FPS",
                   1e3 / (times({application, encoding, 64}).frame_ms() * static_cast<double>(width) * static_cast<double>(height) / gpu_.software.pixels()), "time by pixels");
  }

  void put_realistic(Ours& ours) const {
    const std::vector<Cell> cells = study_cells();
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (runs_.realistic[i])
        ours.put("speedup_as_simulated", name_of(cells[i].application), name_of(cells[i].encoding), fmt::format("{}", cells[i].nfps), "x", *runs_.realistic[i],
                 "our scene; host kernels, launches, and grid SRAMs of 1 MB that are caches where a level is larger");
  }

  /// NeRF needs another number of queries in each reading, the ratio of its cost to GIA's being 5:3, 10:7 and 1.
  void put_readings(Ours& ours) const {
    for (const std::uint32_t nfps : kStudyNfps) {
      double packed = 0.0, by_access = 0.0;
      for (const gpu::Application application : kStudyApplications) {
        const Cell cell{application, gpu::Encoding::kHashgrid, nfps};
        Assumption a = study_.of(application);
        if (application == gpu::Application::kNerf) a.queries_per_pixel = study_.readings.h2_nerf_queries_per_pixel;
        packed += cell_times(cell, of_cell(runs_.packed, cell), gpu_, a).speedup() / 4.0;
        if (application == gpu::Application::kNerf) a.queries_per_pixel = study_.readings.h3_nerf_queries_per_pixel;
        CellTimes t = cell_times(cell, of_cell(runs_.ideal, cell), gpu_, a);
        t.ngpc_ms = study_.readings.h3_access_ns * 1e-6 * a.queries_per_pixel * gpu_.software.pixels() / nfps;
        by_access += t.speedup() / 4.0;
      }
      ours.put("average_speedup_h2", "all", "hashgrid", fmt::format("{}", nfps), "x", packed, fmt::format("reading H2: 1 GHz, small layers packed; {:g} queries a pixel of NeRF", study_.readings.h2_nerf_queries_per_pixel));
      ours.put("average_speedup_h3", "all", "hashgrid", fmt::format("{}", nfps), "x", by_access, fmt::format("reading H3 by arithmetic: a query an access of {:g} ns; {:g} queries a pixel of NeRF", study_.readings.h3_access_ns, study_.readings.h3_nerf_queries_per_pixel));
    }
  }

  const StudyParams& study_;
  const gpu::GpuParams& gpu_;
  const StudyRuns& runs_;
  const std::vector<DeviceLeakage>& leakage_;
};

}  // namespace

double average_speedup(const StudyParams& study, const gpu::GpuParams& gpu, const std::vector<Simulated>& simulated, gpu::Encoding encoding, std::uint32_t nfps) {
  double sum = 0.0;
  for (const gpu::Application application : kStudyApplications) {
    const Cell cell{application, encoding, nfps};
    sum += cell_times(cell, of_cell(simulated, cell), gpu, study.of(application)).speedup();
  }
  return sum / static_cast<double>(kStudyApplications.size());
}

std::vector<ComparedFigure> compare_study(const StudyParams& study, const gpu::GpuParams& gpu, const StudyRuns& runs, const std::vector<DeviceLeakage>& leakage,
                                          const std::vector<PublishedFigure>& published) {
  Ours ours;
  Study(study, gpu, runs, leakage).put_all(ours);
  for (const PublishedFigure& figure : published) ours.meet(figure);
  return ours.take();
}

std::vector<Sensitivity> sensitivities(const StudyParams& study, const gpu::GpuParams& gpu, const StudyRuns& runs) {
  const auto averages = [&](const StudyParams& changed, double ngpc_scale) {
    std::vector<Simulated> simulated = runs.ideal;
    for (Simulated& s : simulated) s.ngpc_ms *= ngpc_scale;
    std::vector<double> out;
    for (const gpu::Encoding encoding : kStudyEncodings)
      for (const std::uint32_t nfps : kStudyNfps) out.push_back(average_speedup(changed, gpu, simulated, encoding, nfps));
    return out;
  };
  const std::vector<double> usual = averages(study, 1.0);
  const auto change = [&usual](std::vector<double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 100.0 * (values[i] / usual[i] - 1.0);
    return values;
  };
  std::vector<Sensitivity> rows;
  const double clock = runs.ideal.front().clock_ghz, slow = study.readings.least_clock_ghz, fast = study.readings.most_clock_ghz;
  rows.push_back({"clock (GHz)", clock, slow, fast, change(averages(study, clock / slow)), change(averages(study, clock / fast))});
  const std::array<std::pair<const char*, Assumption StudyParams::*>, 4> applications{{{"nerf", &StudyParams::nerf}, {"nsdf", &StudyParams::nsdf}, {"gia", &StudyParams::gia}, {"nvr", &StudyParams::nvr}}};
  for (const auto& [name, member] : applications) {
    const Assumption& a = study.*member;
    const auto with = [&](double Assumption::*what, double value) {
      StudyParams changed = study;
      (changed.*member).*what = value;
      return change(averages(changed, 1.0));
    };
    rows.push_back({fmt::format("queries per pixel of {}", name), a.queries_per_pixel, a.least_queries_per_pixel, a.most_queries_per_pixel,
                    with(&Assumption::queries_per_pixel, a.least_queries_per_pixel), with(&Assumption::queries_per_pixel, a.most_queries_per_pixel)});
    rows.push_back({fmt::format("rest share of {} (%)", name), a.rest_percent, a.least_rest_percent, a.most_rest_percent, with(&Assumption::rest_percent, a.least_rest_percent),
                    with(&Assumption::rest_percent, a.most_rest_percent)});
  }
  return rows;
}

}  // namespace ngpcsim::app
