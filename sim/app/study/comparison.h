#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim/app/study/cells.h"
#include "sim/app/study/published.h"

namespace ngpcsim::app {

/// A published figure beside ours, or a figure of ours that has none.
struct ComparedFigure {
  std::string metric, application, encoding, nfps, unit, trust;
  std::optional<double> published, ours;
  std::string note;
};

/// Leakage of the grid SRAM of one NFP, 16 macros of 1 MiB at the chip's process, by device type.
struct DeviceLeakage {
  std::string device;  ///< name of an energy file
  double watts = 0.0;
};

/// All that was simulated for the study, cell by cell in the order of study_cells().
struct StudyRuns {
  std::vector<Simulated> ideal;                  ///< grid SRAMs of any size, no host: what the paper's emulator assumes
  std::vector<std::optional<double>> realistic;  ///< speedup as `ngpcsim run` reports it, with the host's kernels and launches and SRAMs of their size; some cells
  std::vector<Simulated> packed;                 ///< reading H2, hashgrid cells only: 1 GHz, small layers packed
};

/// Everything that the study says. `published` figures of metrics that are not known have no value of ours and say so.
[[nodiscard]] std::vector<ComparedFigure> compare_study(const StudyParams& study, const gpu::GpuParams& gpu, const StudyRuns& runs, const std::vector<DeviceLeakage>& leakage,
                                                        const std::vector<PublishedFigure>& published);

/// Mean speedup of the four applications.
[[nodiscard]] double average_speedup(const StudyParams& study, const gpu::GpuParams& gpu, const std::vector<Simulated>& simulated, gpu::Encoding encoding, std::uint32_t nfps);

/// How the averages move with what the paper does not say: one row a parameter.
struct Sensitivity {
  std::string parameter;
  double value = 0.0, least = 0.0, most = 0.0;
  std::vector<double> at_least, at_most;  ///< change of each average in percent, kStudyEncodings x kStudyNfps
};
[[nodiscard]] std::vector<Sensitivity> sensitivities(const StudyParams& study, const gpu::GpuParams& gpu, const StudyRuns& runs);

}  // namespace ngpcsim::app
