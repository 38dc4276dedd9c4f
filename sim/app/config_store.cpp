#include "sim/app/config_store.h"

#include <algorithm>
#include <cstdlib>

#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

const ConfigFolder& folder_of(ConfigKind kind) {
  return *std::find_if(kConfigFolders.begin(), kConfigFolders.end(), [kind](const ConfigFolder& f) { return f.kind == kind; });
}

fs::path root_from_environment() {
  const char* chosen = std::getenv("NGPCSIM_CONFIGS");
  return fs::path(chosen != nullptr && *chosen != '\0' ? chosen : NGPCSIM_CONFIG_DIR);
}

}  // namespace

ConfigStore::ConfigStore() : root_(root_from_environment()) {}

fs::path ConfigStore::default_data() const { return fs::absolute(root_ / "../../shared/data").lexically_normal(); }

std::vector<std::string> ConfigStore::names(ConfigKind kind) const {
  std::vector<std::string> names;
  std::error_code error;  // a folder that is not there has no names
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / folder_of(kind).folder, error))
    if (entry.path().extension() == ".xml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path ConfigStore::find(ConfigKind kind, std::string_view text, const InputLocation& at) const {
  if (text.find('/') != std::string_view::npos || fs::path(text).has_extension()) return fs::path(text);
  const ConfigFolder& folder = folder_of(kind);
  const std::vector<std::string> known = names(kind);
  if (std::find(known.begin(), known.end(), text) != known.end()) return root_ / folder.folder / (std::string(text) + ".xml");

  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const auto near = config::nearest(text, candidates);
  throw InputError(at, fmt::format("no {} is named {}{}", folder.what, config::in_quotes(text), near ? fmt::format(" (did you mean {}?)", *near) : ""),
                   fmt::format("{}, or a path to {}", candidates.empty() ? "no file in configs/" + std::string(folder.folder) : config::comma_list(candidates),
                               kind == ConfigKind::kWorkload ? "an .xml file or a trace" : "an .xml file"));
}

}  // namespace ngpcsim::app
