#include "tests/dram_checker/device_file.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"
#include "tests/dram_checker/xml_reader.h"

namespace ngpcsim::dram_checker {
namespace {

constexpr std::string_view kRoot = "dram";

void collect(const XmlElement& group, const std::string& prefix, const std::string& file, std::map<std::string, std::string>& values) {
  for (const XmlElement& child : group.children) {
    const std::string path = prefix + child.name;
    const auto value = child.attributes.find("value");
    if (value == child.attributes.end()) collect(child, path + ".", file, values);
    else if (!values.emplace(path, value->second).second) throw BadInput(fmt::format("{}:{}: {} a second time", file, child.line, path));
  }
}

}  // namespace

DeviceFile DeviceFile::read(const std::filesystem::path& path) {
  DeviceFile file;
  file.name_ = path.string();
  file.merge(path, {});
  return file;
}

void DeviceFile::merge(const std::filesystem::path& path, std::vector<std::filesystem::path> above) {
  if (std::find(above.begin(), above.end(), path) != above.end()) throw BadInput(fmt::format("{}: is among its own bases", path.string()));
  const XmlElement root = read_xml(path);
  if (root.name != kRoot) throw BadInput(fmt::format("{}: the root element is <{}>, not <{}>", path.string(), root.name, kRoot));
  std::map<std::string, std::string> own;
  collect(root, "", path.string(), own);
  values_.merge(own);  // keeps what a file above has set already

  const auto base = root.attributes.find("base");
  if (base == root.attributes.end()) return;
  const bool is_path = base->second.find('/') != std::string::npos || base->second.ends_with(".xml");
  above.push_back(path);
  merge((path.parent_path() / (is_path ? base->second : base->second + ".xml")).lexically_normal(), std::move(above));
}

void DeviceFile::set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) throw BadInput(fmt::format("--set {}: PARAMETER=VALUE expected", assignment));
  std::string path = assignment.substr(0, equals);
  if (path.starts_with("dram.")) path.erase(0, 5);
  values_[path] = assignment.substr(equals + 1);
}

std::optional<std::string> DeviceFile::text(const std::string& path) const {
  const auto found = values_.find(path);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

std::uint64_t DeviceFile::number(const std::string& path, std::optional<std::uint64_t> fallback) const {
  const std::optional<std::string> value = text(path);
  if (!value && fallback) return *fallback;
  if (!value) throw BadInput(fmt::format("{}: has no {}", name_, path));
  std::uint64_t parsed = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), parsed);
  if (error != std::errc() || end != value->data() + value->size()) throw BadInput(fmt::format("{}: {} = '{}' is no whole number", name_, path, *value));
  return parsed;
}

bool DeviceFile::flag(const std::string& path, bool fallback) const {
  const std::optional<std::string> value = text(path);
  if (!value) return fallback;
  if (*value != "true" && *value != "false") throw BadInput(fmt::format("{}: {} = '{}' is neither true nor false", name_, path, *value));
  return *value == "true";
}

std::map<std::string, std::string> DeviceFile::group(const std::string& name) const {
  std::map<std::string, std::string> found;
  for (const auto& [path, value] : values_) {
    if (path.starts_with(name + ".")) found.emplace(path.substr(name.size() + 1), value);
  }
  return found;
}

}  // namespace ngpcsim::dram_checker
