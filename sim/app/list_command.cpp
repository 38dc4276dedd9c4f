#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "sim/app/commands.h"

namespace ngpcsim::app {
namespace {

/// The first sentence of the first comment of a configuration file, in one line.
std::string first_sentence(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = text.find("<!--");
  const std::size_t end = text.find("-->");
  if (begin == std::string::npos || end == std::string::npos || end < begin + 4) return {};
  std::string line;
  for (const char c : text.substr(begin + 4, end - begin - 4)) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (space && (line.empty() || line.back() == ' ')) continue;
    line += space ? ' ' : c;
  }
  const std::size_t stop = line.find(". ");
  return stop == std::string::npos ? line : line.substr(0, stop + 1);
}

}  // namespace

ExitCode list_command(const std::string& kind, const ConfigStore& store, const Console& console) {
  const auto folder = std::find_if(kConfigFolders.begin(), kConfigFolders.end(), [&kind](const ConfigFolder& f) { return f.folder == kind; });
  check(folder != kConfigFolders.end(), "no folder of configurations is named {}", kind);
  for (const std::string& name : store.names(folder->kind))
    console.out << fmt::format("{:<16} {}\n", name, first_sentence(store.root() / folder->folder / (name + ".xml")));
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
