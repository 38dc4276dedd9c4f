#pragma once
#include <string>
#include <vector>

#include "sim/app/output_folder.h"
#include "sim/app/study/comparison.h"

namespace ngpcsim::app {

/// comparison.csv: metric,application,encoding,nfps,published,trust,ours,ratio,unit,note; ratio = ours / published.
[[nodiscard]] std::string comparison_csv(const std::vector<ComparedFigure>& figures);
/// sensitivity.csv: parameter,value,least,most, then of each average its change in percent at the least and the most value.
[[nodiscard]] std::string sensitivity_csv(const std::vector<Sensitivity>& rows);
/// The published figures beside ours, and what the averages hang on, for people.
[[nodiscard]] std::string study_table(const std::vector<ComparedFigure>& figures, const std::vector<Sensitivity>& rows);
/// All figures, each as SVG, PDF and PNG.
[[nodiscard]] std::vector<OutputFile> study_figures(const std::vector<ComparedFigure>& figures);

}  // namespace ngpcsim::app
