#include "sim/app/report/report_command.h"

#include <filesystem>

#include <fmt/format.h>

#include "sim/app/output_folder.h"
#include "sim/app/report/page_text.h"
#include "sim/app/report/report_data.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

/// Nothing in it can end the element that it stands in.
std::string script_safe(std::string json) {
  for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
  return json;
}

void replace(std::string& page, std::string_view mark, std::string_view text) { page.replace(page.find(mark), mark.size(), text); }

std::string page_of(const Json& data) {
  std::string page(kPageText.page);
  replace(page, "@STYLE@", kPageText.style);
  replace(page, "@CHARTS@", kPageText.charts);
  replace(page, "@RUN@", kPageText.run);
  replace(page, "@SWEEP@", kPageText.sweep);
  replace(page, "@START@", kPageText.start);
  replace(page, "@DATA@", script_safe(data.dump()));  // last: whatever it holds is not looked at again
  return page;
}

}  // namespace

ExitCode report_command(const ReportOptions& options, const Console& console) {
  const fs::path out = options.out, folder = out.parent_path().empty() ? fs::path(".") : out.parent_path();
  require_writable_file(options.out, "--out");
  const Json data = report_data(options.inputs);
  write_output(folder, {{out.filename().string(), page_of(data)}});
  console.out << fmt::format("{}: {} runs, {} sweeps\n", options.out, data.at("runs").size(), data.at("sweeps").size());
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
