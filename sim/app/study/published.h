#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace ngpcsim::app {

/// A published figure.
struct PublishedFigure {
  std::string metric, application, encoding, nfps;  ///< the last three may be empty
  double value = 0.0;
  std::string unit, trust, source;
};

/// Reads a CSV file with the header metric,application,encoding,nfps,published,unit,trust,source; cells have no quotes and no commas. Throws InputError with the line
/// for another header, another number of cells, a figure that is no number, and a metric twice for the same cell.
[[nodiscard]] std::vector<PublishedFigure> read_published(const std::filesystem::path& file);

}  // namespace ngpcsim::app
