#include "sim/config/load.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/config/merge.h"
#include "sim/config/text.h"
#include "sim/config/xml_reader.h"

namespace ngpcsim::config {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{4} << 20;  // a chip is some 10 KiB; a larger file is not a configuration

/// `asked_at` is the line that named the file as its base, or the file itself.
std::string read_file(const std::string& path, const InputLocation& asked_at) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(asked_at, fmt::format("there is no file {}", in_quotes(path)), "an XML configuration file");
  if (fs::is_directory(status)) throw InputError(asked_at, fmt::format("{} is a folder", in_quotes(path)), "an XML configuration file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(asked_at, fmt::format("cannot read {}: {}", in_quotes(path), std::strerror(errno)), "a readable file");
  std::string text;
  std::array<char, 16384> block;
  while (text.size() <= kLargestFile && (in.read(block.data(), block.size()) || in.gcount() > 0)) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError(asked_at, fmt::format("reading {} failed", in_quotes(path)), "a readable file");
  if (text.size() > kLargestFile) throw InputError({path}, "the file is too large", fmt::format("at most {} bytes", kLargestFile));
  return text;
}

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
  const ConfigDocument below = load_chain(read_file(base, own.root.at), base, kind, std::move(chain));
  return merge(below, std::move(own), kind);
}

}  // namespace

ConfigDocument load(const std::string& path, const RootKind& kind) { return load_text(read_file(path, {path}), path, kind); }

ConfigDocument load_text(std::string_view text, const std::string& path, const RootKind& kind) { return load_chain(text, path, kind, {}); }

}  // namespace ngpcsim::config
