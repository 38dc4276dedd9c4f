#include "sim/app/study/published.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/config/number.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::app {
namespace {

constexpr std::string_view kHeader = "metric,application,encoding,nfps,published,unit,trust,source";
constexpr std::uint64_t kMostBytes = 1 << 20;

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t at = 0;;) {
    const std::size_t comma = line.find(',', at);
    cells.emplace_back(line.substr(at, comma - at));
    if (comma == std::string_view::npos) return cells;
    at = comma + 1;
  }
}

}  // namespace

std::vector<PublishedFigure> read_published(const std::filesystem::path& file) {
  const std::string text = workloads::read_file(file, kMostBytes, "a list of published figures");
  std::vector<PublishedFigure> figures;
  int number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    const InputLocation here{file.string(), number};
    if (number == 1 && line != kHeader) throw InputError(here, fmt::format("\"{}\"", line.substr(0, 80)), std::string(kHeader));
    if (number == 1 || line.empty()) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != 8) throw InputError(here, fmt::format("{} cells", cells.size()), "8");
    const std::optional<double> value = config::parse_real(cells[4]).value;
    if (!value) throw InputError(here, fmt::format("\"{}\" is no number", cells[4]), "a number");
    PublishedFigure figure{cells[0], cells[1], cells[2], cells[3], *value, cells[5], cells[6], cells[7]};
    const auto same = [&figure](const PublishedFigure& other) { return other.metric == figure.metric && other.application == figure.application && other.encoding == figure.encoding && other.nfps == figure.nfps; };
    if (std::any_of(figures.begin(), figures.end(), same)) throw InputError(here, fmt::format("{} of the same cell stands above", figure.metric), "each figure once");
    figures.push_back(std::move(figure));
  }
  if (figures.empty()) throw InputError({file.string()}, "no figure", "at least one");
  return figures;
}

}  // namespace ngpcsim::app
