#include "sim/config/load.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/config/file_text.h"
#include "sim/config/merge.h"
#include "sim/config/text.h"
#include "sim/config/xml_reader.h"

namespace ngpcsim::config {
namespace {

namespace fs = std::filesystem;

std::string base_path(const std::string& base, const std::string& path, const InputLocation& at) {
  if (base.empty()) throw InputError(at, "base=\"\" names no file", "the name of a file of the same folder, or a path");
  const bool is_path = base.find('/') != std::string::npos || fs::path(base).extension() == ".xml";
  return (fs::path(path).parent_path() / (is_path ? base : base + ".xml")).lexically_normal().string();
}

/// The identity of a file, whatever the way to it.
std::string identity(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

/// `chain` holds the files that led here, the first being the one the user named.
ConfigDocument load_chain(std::string_view text, const std::string& path, const RootKind& kind, std::vector<std::string> chain) {
  chain.push_back(path);
  XmlFile own = read_xml(text, path, kind);
  if (!own.base) return {std::move(own.tag), std::move(own.root)};

  const std::string base = base_path(*own.base, path, own.root.at);
  for (const std::string& seen : chain) {
    if (identity(seen) != identity(base)) continue;
    throw InputError(own.root.at, fmt::format("bases in a circle: {} -> {}", fmt::join(chain, " -> "), base), "a base that does not lead back");
  }
  const ConfigDocument below = load_chain(read_file_text(base, own.root.at), base, kind, std::move(chain));
  return merge(below, std::move(own), kind);
}

}  // namespace

ConfigDocument load(const std::string& path, const RootKind& kind) { return load_text(read_file_text(path, {path}), path, kind); }

ConfigDocument load_text(std::string_view text, const std::string& path, const RootKind& kind) { return load_chain(text, path, kind, {}); }

}  // namespace ngpcsim::config
