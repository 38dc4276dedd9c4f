#include "workloads/import/network_config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/config/text.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kMostConfigBytes = std::uint64_t{1} << 24;
constexpr std::size_t kMostParents = 16;
constexpr std::size_t kMostNested = 16;

/// Reads values of objects, and knows their place for messages.
class ConfigReader {
 public:
  explicit ConfigReader(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const JsonNode& at, const std::string& path, const std::string& what, const std::string& allowed) const {
    throw InputError({file_, at.line}, fmt::format("{}: {}", path, what), allowed);
  }

  [[nodiscard]] const JsonNode& object(const JsonNode& of, const std::string& path) const {
    if (of.kind != JsonNode::Kind::kObject) fail(of, path, "no object", "{ ... }");
    return of;
  }

  void integer(const JsonNode& of, const std::string& path, std::string_view key, std::uint32_t min, std::uint32_t max, std::uint32_t& value) const {
    const JsonNode* const node = of.find(key);
    if (node == nullptr) return;
    const bool fits = node->kind == JsonNode::Kind::kNumber && node->number >= min && node->number <= max && node->number == std::floor(node->number);
    if (!fits) fail(*node, fmt::format("{}.{}", path, key), described(*node), fmt::format("a whole number from {} to {}", min, max));
    value = static_cast<std::uint32_t>(node->number);
  }

  void text(const JsonNode& of, const std::string& path, std::string_view key, std::string& value) const {
    const JsonNode* const node = of.find(key);
    if (node == nullptr) return;
    if (node->kind != JsonNode::Kind::kText) fail(*node, fmt::format("{}.{}", path, key), described(*node), "a text");
    value = node->text;
  }

  [[nodiscard]] std::optional<double> real(const JsonNode& of, const std::string& path, std::string_view key, double min, double max) const {
    const JsonNode* const node = of.find(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind != JsonNode::Kind::kNumber || !(node->number >= min && node->number <= max)) fail(*node, fmt::format("{}.{}", path, key), described(*node), fmt::format("a number from {} to {}", min, max));
    return node->number;
  }

  [[nodiscard]] static std::string described(const JsonNode& node) {
    switch (node.kind) {
      case JsonNode::Kind::kNull: return "null";
      case JsonNode::Kind::kFlag: return node.flag ? "true" : "false";
      case JsonNode::Kind::kNumber: return fmt::format("{}", node.number);
      case JsonNode::Kind::kText: return config::in_quotes(node.text);
      case JsonNode::Kind::kArray: return "an array";
      case JsonNode::Kind::kObject: break;
    }
    return "an object";
  }

 private:
  const std::string& file_;
};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

/// tiny-cuda-nn compares names without case.
std::string known_spelling(const std::string& name) {
  for (const std::string_view known : {"HashGrid", "DenseGrid", "TiledGrid", "Grid", "Frequency", "OneBlob", "SphericalHarmonics", "Identity", "Composite", "TriangleWave", "Takikawa"})
    if (same_word(name, known)) return std::string(known);
  return name;
}

EncodingConfig encoding_of(const ConfigReader& reader, const JsonNode& node, const std::string& path, std::size_t depth);

void take_grid(const ConfigReader& reader, const JsonNode& node, const std::string& path, EncodingConfig& encoding) {
  encoding.grid = true;
  encoding.grid_type = encoding.otype == "Grid" ? "Hash" : encoding.otype.substr(0, encoding.otype.find("Grid"));
  reader.text(node, path, "type", encoding.grid_type);
  if (!same_word(encoding.grid_type, "Hash") && !same_word(encoding.grid_type, "Dense") && !same_word(encoding.grid_type, "Tiled"))
    reader.fail(node, path + ".type", config::in_quotes(encoding.grid_type), "Hash, Dense or Tiled");
  reader.integer(node, path, "n_features_per_level", 1, 8, encoding.features);
  if (encoding.features != 1 && encoding.features != 2 && encoding.features != 4 && encoding.features != 8) reader.fail(node, path + ".n_features_per_level", fmt::format("{}", encoding.features), "1, 2, 4 or 8");
  if (const JsonNode* const all = node.find("n_features")) {
    if (node.find("n_levels") != nullptr) reader.fail(*all, path + ".n_features", "n_features beside n_levels", "one of them");
    std::uint32_t features = 0;
    reader.integer(node, path, "n_features", 1, 1024, features);
    if (features % encoding.features != 0) reader.fail(*all, path + ".n_features", fmt::format("{} features of {} a level", features, encoding.features), "a multiple");
    encoding.levels = features / encoding.features;
  }
  reader.integer(node, path, "n_levels", 1, 128, encoding.levels);
  reader.integer(node, path, "log2_hashmap_size", 1, 30, encoding.log2_table_entries);
  reader.integer(node, path, "base_resolution", 1, 1u << 20, encoding.base_resolution);
  encoding.per_level_scale = reader.real(node, path, "per_level_scale", 1e-3, 1e3);
  reader.text(node, path, "interpolation", encoding.interpolation);
  for (const std::string_view known : {"Linear", "Smoothstep", "Nearest"})
    if (same_word(encoding.interpolation, known)) {
      encoding.interpolation = known;
      return;
    }
  reader.fail(node, path + ".interpolation", config::in_quotes(encoding.interpolation), "Linear, Smoothstep or Nearest");
}

EncodingConfig encoding_of(const ConfigReader& reader, const JsonNode& value, const std::string& path, std::size_t depth) {
  const JsonNode& node = reader.object(value, path);
  EncodingConfig encoding;
  encoding.otype = "OneBlob";
  reader.text(node, path, "otype", encoding.otype);
  encoding.otype = known_spelling(encoding.otype);
  if (encoding.otype == "HashGrid" || encoding.otype == "DenseGrid" || encoding.otype == "TiledGrid" || encoding.otype == "Grid") take_grid(reader, node, path, encoding);
  if (encoding.otype == "Frequency") reader.integer(node, path, "n_frequencies", 1, 64, encoding.detail = 12);
  if (encoding.otype == "OneBlob") reader.integer(node, path, "n_bins", 1, 1024, encoding.detail = 16);
  if (encoding.otype == "SphericalHarmonics") reader.integer(node, path, "degree", 1, 8, encoding.detail = 4);
  if (encoding.otype != "Composite") return encoding;
  const JsonNode* const nested = node.find("nested");
  if (nested == nullptr || nested->kind != JsonNode::Kind::kArray || nested->items.empty() || nested->items.size() > kMostNested)
    reader.fail(nested != nullptr ? *nested : node, path + ".nested", "no list of encodings", fmt::format("an array of 1 to {}", kMostNested));
  if (depth == 4) reader.fail(node, path, "composites are nested too deeply", "at most 4");
  for (std::size_t i = 0; i < nested->items.size(); ++i) encoding.nested.push_back(encoding_of(reader, nested->items[i], fmt::format("{}.nested[{}]", path, i), depth + 1));
  return encoding;
}

MlpConfig mlp_of(const ConfigReader& reader, const JsonNode& value, const std::string& path) {
  const JsonNode& node = reader.object(value, path);
  MlpConfig mlp;
  mlp.otype = "MLP";
  reader.text(node, path, "otype", mlp.otype);
  reader.integer(node, path, "n_neurons", 1, 16384, mlp.neurons);
  reader.integer(node, path, "n_hidden_layers", 0, 1024, mlp.hidden_layers);
  reader.text(node, path, "activation", mlp.activation);
  reader.text(node, path, "output_activation", mlp.output_activation);
  return mlp;
}

/// RFC 7386.
void merge(JsonNode& under, const JsonNode& over) {
  if (over.kind != JsonNode::Kind::kObject || under.kind != JsonNode::Kind::kObject) {
    under = over;
    return;
  }
  for (std::size_t i = 0; i < over.keys.size(); ++i) {
    const auto at = std::find(under.keys.begin(), under.keys.end(), over.keys[i]);
    const auto place = at - under.keys.begin();
    if (over.items[i].kind == JsonNode::Kind::kNull) {
      if (at == under.keys.end()) continue;
      under.items.erase(under.items.begin() + place);
      under.keys.erase(at);
    } else if (at == under.keys.end()) {
      under.keys.push_back(over.keys[i]);
      under.items.push_back(over.items[i]);
    } else {
      merge(under.items[static_cast<std::size_t>(place)], over.items[i]);
    }
  }
}

/// The tree of a file over those of its parents. `files` are those that led here.
JsonNode read_with_parents(const std::filesystem::path& file, std::vector<std::filesystem::path>& files) {
  const std::string name = file.string();
  std::error_code error;
  const std::filesystem::path identity = std::filesystem::weakly_canonical(file, error);
  if (std::find(files.begin(), files.end(), identity) != files.end()) throw InputError({name}, "the file is its own parent, by way of others or directly", "parents that end");
  if (files.size() == kMostParents) throw InputError({name}, fmt::format("more than {} parents", kMostParents), "fewer");
  files.push_back(identity);
  JsonNode root = parse_located_json(without_comments(read_file(file, kMostConfigBytes, "a network configuration"), name), name);
  const JsonNode* const parent = root.kind == JsonNode::Kind::kObject ? root.find("parent") : nullptr;
  if (parent == nullptr) return root;
  if (parent->kind != JsonNode::Kind::kText) throw InputError({name, parent->line}, "parent is no text", "the path of another configuration");
  JsonNode below = read_with_parents(file.parent_path() / parent->text, files);
  merge(below, root);
  return below;
}

[[noreturn]] void refuse_kind(const JsonNode& root, const std::string& file) {
  const bool object = root.kind == JsonNode::Kind::kObject;
  const char* kind = object && root.find("frames") != nullptr ? "a transforms.json with cameras" : object && root.find("path") != nullptr ? "a camera path" : "no network configuration";
  throw InputError({file, root.line}, kind, "an object with encoding and network");
}

}  // namespace

bool is_network_config(const JsonNode& root) {
  if (root.kind != JsonNode::Kind::kObject || root.find("frames") != nullptr || root.find("path") != nullptr) return false;
  return root.find("encoding") != nullptr || root.find("network") != nullptr || root.find("parent") != nullptr;
}

std::string without_comments(std::string_view text, const std::string& file) {
  std::string out(text);
  bool quoted = false;
  int line = 1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const char c = out[i];
    line += c == '\n' ? 1 : 0;
    if (quoted) {
      if (c == '\\') ++i;
      else quoted = c != '"';
      continue;
    }
    if (c == '"') quoted = true;
    if (c != '/' || i + 1 == out.size() || (out[i + 1] != '/' && out[i + 1] != '*')) continue;
    const bool block = out[i + 1] == '*';
    const std::size_t end = block ? out.find("*/", i + 2) : out.find('\n', i);
    if (block && end == std::string::npos) throw InputError({file, line}, "a comment that does not end", "*/");
    const std::size_t stop = end == std::string::npos ? out.size() : block ? end + 2 : end;
    for (; i < stop; ++i) {
      line += out[i] == '\n' ? 1 : 0;
      out[i] = out[i] == '\n' ? '\n' : ' ';
    }
    --i;
  }
  return out;
}

NetworkConfig network_config_of(const JsonNode& root, const std::string& file) {
  if (!is_network_config(root)) refuse_kind(root, file);
  const ConfigReader reader(file);
  NetworkConfig config;
  const JsonNode* const encoding = root.find("encoding");
  const JsonNode* const network = root.find("network");
  if (encoding == nullptr || network == nullptr) reader.fail(root, encoding == nullptr ? "encoding" : "network", "missing", "encoding and network");
  config.encoding = encoding_of(reader, *encoding, "encoding", 0);
  config.network = mlp_of(reader, *network, "network");
  if (const JsonNode* const direction = root.find("dir_encoding")) config.dir_encoding = encoding_of(reader, *direction, "dir_encoding", 0);
  if (const JsonNode* const color = root.find("rgb_network")) config.rgb_network = mlp_of(reader, *color, "rgb_network");
  return config;
}

NetworkConfig read_network_config(const std::filesystem::path& file) {
  std::vector<std::filesystem::path> files;
  const JsonNode root = read_with_parents(file, files);
  NetworkConfig config = network_config_of(root, file.string());
  config.files.assign(files.rbegin(), files.rend());
  return config;
}

}  // namespace ngpcsim::workloads
