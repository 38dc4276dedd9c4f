#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ngpcsim::test {

/// Path of a published vector file; it may be absent, then the test that needs it is skipped.
inline std::filesystem::path golden_path(const std::string& name) {
  return std::filesystem::path(NGPCSIM_SOURCE_DIR) / ".." / "shared" / "reference" / "golden" / name;
}

/// Fields of all lines of a CSV file but the first.
inline std::vector<std::vector<std::string>> csv_rows(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    rows.push_back(fields);
  }
  return rows;
}

}  // namespace ngpcsim::test
