#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/import/located_json.h"

/// Network configurations of instant-ngp and tiny-cuda-nn.
namespace ngpcsim::workloads {

/// One encoding. `otype` is its name as the file writes it, with the spelling of tiny-cuda-nn where it is known; what follows counts for grids only.
struct EncodingConfig {
  std::string otype;
  bool grid = false;            ///< HashGrid, DenseGrid, TiledGrid, or Grid with a type
  std::string grid_type;        ///< "Hash", "Dense" or "Tiled"
  std::uint32_t levels = 16;
  std::uint32_t features = 2;
  std::uint32_t log2_table_entries = 19;
  std::uint32_t base_resolution = 16;
  std::optional<double> per_level_scale;
  std::string interpolation = "Linear";  ///< or "Smoothstep", "Nearest"
  std::uint32_t detail = 0;              ///< Frequency: octaves; OneBlob: bins; SphericalHarmonics: degree
  std::vector<EncodingConfig> nested;    ///< of Composite
};

struct MlpConfig {
  std::string otype;
  std::uint32_t neurons = 128;
  std::uint32_t hidden_layers = 5;
  std::string activation = "ReLU";
  std::string output_activation = "None";
};

struct NetworkConfig {
  EncodingConfig encoding;
  MlpConfig network;
  std::optional<EncodingConfig> dir_encoding;
  std::optional<MlpConfig> rgb_network;          ///< NeRF has one
  std::vector<std::filesystem::path> files;      ///< that were read, the parents first
};

/// Whether a JSON text is one of these: an object with `encoding` or `network`, or with a `parent`.
[[nodiscard]] bool is_network_config(const JsonNode& root);

/// Reads a configuration: JSON with // and /* */ comments, and `parent`: another configuration, its path from the file's folder, over which this one is laid (RFC
/// 7386: members replace those of the same name, objects are merged, null removes). Keys that are absent have the defaults of tiny-cuda-nn (16 levels of 2
/// features, tables of 2^19, N_min 16; an MLP of 5 hidden layers of 128); n_features, the features of all levels, in place of n_levels. Throws InputError with file,
/// line and the key's path on what is no JSON, another kind of file (transforms.json, a camera path), a parent that is missing, names itself, or is
/// more than 16 files away, a value of the wrong kind or out of range, n_features beside n_levels, and an object without encoding and network.
[[nodiscard]] NetworkConfig read_network_config(const std::filesystem::path& file);

/// The same of a tree that was read otherwise; `parent` is not followed. `file` is only named in messages.
[[nodiscard]] NetworkConfig network_config_of(const JsonNode& root, const std::string& file);

/// A text with its comments blanked, lines and columns kept.
[[nodiscard]] std::string without_comments(std::string_view text, const std::string& file);

}  // namespace ngpcsim::workloads
