#include "workloads/import/snapshot.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <nlohmann/json.hpp>

#include "sim/base/error.h"
#include "workloads/import/half.h"
#include "workloads/import/inflate.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

using nlohmann::json;

constexpr std::size_t kMostDepth = 64;
constexpr std::uint32_t kKnownFormat = 1;
constexpr float kThreshold = 0.01f;

[[noreturn]] void refuse(const std::string& file, const std::string& what, const std::string& allowed) { throw InputError({file}, what, allowed); }

/// Follows a text of MessagePack and stops where it is nested too deeply, before a parser that calls itself does.
class DepthCheck final : public nlohmann::json_sax<json> {
 public:
  explicit DepthCheck(const std::string& file) : file_(file) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return deeper(); }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return deeper(); }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    refuse(file_, fmt::format("byte {}: the MessagePack is damaged ({})", position, error.what()), "a snapshot of instant-ngp");
  }

 private:
  bool deeper() {
    if (++depth_ > kMostDepth) refuse(file_, "values are nested too deeply", fmt::format("at most {} levels", kMostDepth));
    return true;
  }

  const std::string& file_;
  std::size_t depth_ = 0;
};

/// The same values without lines; binary ones are left out.
JsonNode located(const json& value) {
  JsonNode node;
  switch (value.type()) {
    case json::value_t::boolean:
      node.kind = JsonNode::Kind::kFlag;
      node.flag = value.get<bool>();
      break;
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
      node.kind = JsonNode::Kind::kNumber;
      node.number = value.get<double>();
      break;
    case json::value_t::string:
      node.kind = JsonNode::Kind::kText;
      node.text = value.get<std::string>();
      break;
    case json::value_t::array:
      node.kind = JsonNode::Kind::kArray;
      for (const json& item : value) node.items.push_back(located(item));
      break;
    case json::value_t::object:
      node.kind = JsonNode::Kind::kObject;
      for (const auto& [key, item] : value.items()) {
        node.keys.push_back(key);
        node.items.push_back(located(item));
      }
      break;
    case json::value_t::null:
    case json::value_t::binary:
    case json::value_t::discarded: break;
  }
  return node;
}

const json* member(const json& of, const char* key) {
  if (!of.is_object()) return nullptr;
  const auto at = of.find(key);
  return at == of.end() ? nullptr : &*at;
}

std::uint64_t whole_number(const json& of, const char* key, std::uint64_t missing, std::uint64_t most, const std::string& file) {
  const json* const value = member(of, key);
  if (value == nullptr) return missing;
  const bool fits = value->is_number_unsigned() && value->get<std::uint64_t>() <= most;
  if (!fits) refuse(file, fmt::format("snapshot.{} is {}", key, value->is_binary() ? "binary" : value->dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 40)), fmt::format("a whole number up to {}", most));
  return value->get<std::uint64_t>();
}

std::string text_of(const json& of, const char* key, const std::string& missing, const std::string& file) {
  const json* const value = member(of, key);
  if (value == nullptr) return missing;
  if (!value->is_string()) refuse(file, fmt::format("snapshot.{} is no text", key), "a text");
  return value->get<std::string>();
}

const json::binary_t* bytes_of(const json& of, const char* key, const std::string& file) {
  const json* const value = member(of, key);
  if (value == nullptr) return nullptr;
  if (!value->is_binary()) refuse(file, fmt::format("snapshot.{} is not binary", key), "bytes");
  return &value->get_binary();
}

void take_parameters(const json& snapshot, const std::string& file, Snapshot& out) {
  const json::binary_t* const bytes = bytes_of(snapshot, "params_binary", file);
  if (bytes == nullptr) {
    out.notes.emplace_back("the snapshot has no parameters");
    return;
  }
  const std::string type = text_of(snapshot, "params_type", "__half", file);
  if (type != "__half" && type != "float") refuse(file, fmt::format("snapshot.params_type is \"{}\"", type), "__half or float");
  const std::size_t size = type == "float" ? 4 : 2;
  const std::uint64_t count = whole_number(snapshot, "n_params", bytes->size() / size, std::uint64_t{1} << 40, file);
  if (bytes->size() != count * size) refuse(file, fmt::format("snapshot.params_binary has {} bytes for {} parameters of type {}", bytes->size(), count, type), fmt::format("{} bytes", count * size));
  out.parameters.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (size == 4) {
      float value;
      std::memcpy(&value, bytes->data() + 4 * i, 4);
      out.parameters[i] = float_to_half(value);
    } else {
      std::memcpy(&out.parameters[i], bytes->data() + 2 * i, 2);
    }
    if (!half_is_finite(out.parameters[i])) refuse(file, fmt::format("parameter {} is no finite fp16 number", i), "finite numbers");
  }
}

void take_density(const json& snapshot, const std::string& file, Snapshot& out) {
  const json::binary_t* const bytes = bytes_of(snapshot, "density_grid_binary", file);
  if (bytes == nullptr || bytes->empty()) {
    out.notes.emplace_back("the snapshot has no density grid: the model was not trained");
    return;
  }
  const std::uint64_t side = whole_number(snapshot, "density_grid_size", OccupancyGrid::kSide, 65536, file);
  if (side != OccupancyGrid::kSide) refuse(file, fmt::format("snapshot.density_grid_size is {}", side), fmt::format("{}", OccupancyGrid::kSide));
  const std::uint64_t cascades = static_cast<std::uint64_t>(std::bit_width(out.aabb_scale));
  const std::uint64_t needed = cascades * OccupancyGrid::kCells * 2;
  if (bytes->size() != needed) refuse(file, fmt::format("snapshot.density_grid_binary has {} bytes, {} cascades of aabb_scale {} need {}", bytes->size(), cascades, out.aabb_scale, needed), fmt::format("{} bytes, or none", needed));
  out.density_cells.resize(bytes->size() / 2);
  std::memcpy(out.density_cells.data(), bytes->data(), bytes->size());
  for (std::size_t i = 0; i < out.density_cells.size(); ++i)
    if (!half_is_finite(out.density_cells[i])) refuse(file, fmt::format("density {} is no finite number", i), "finite numbers");
}

void take_aabb_scale(const json& snapshot, const std::string& file, Snapshot& out) {
  const json* const nerf = member(snapshot, "nerf");
  std::uint64_t scale = 0;
  if (nerf != nullptr) {
    scale = whole_number(*nerf, "aabb_scale", 0, 128, file);
    if (const json* const dataset = member(*nerf, "dataset"); scale == 0 && dataset != nullptr) scale = whole_number(*dataset, "aabb_scale", 0, 128, file);
  }
  if (scale == 0) {
    out.notes.emplace_back("the snapshot does not say its aabb_scale: 1");
    scale = 1;
  }
  if (!std::has_single_bit(scale)) refuse(file, fmt::format("snapshot.nerf.aabb_scale is {}", scale), "a power of two up to 128");
  out.aabb_scale = static_cast<std::uint32_t>(scale);
}

bool is_compressed(std::string_view start) {
  if (start.size() < 2) return false;
  const auto first = static_cast<unsigned char>(start[0]), second = static_cast<unsigned char>(start[1]);
  return (first == 0x1F && second == 0x8B) || (first == 0x78 && (first * 256u + second) % 31u == 0);
}

bool is_map(std::string_view start) {
  if (start.empty()) return false;
  const auto first = static_cast<unsigned char>(start[0]);
  return (first & 0xF0u) == 0x80u || first == 0xDE || first == 0xDF;
}

}  // namespace

bool is_snapshot(std::string_view start) { return is_compressed(start) || is_map(start); }

Snapshot parse_snapshot(const std::string& packed, const std::string& file, std::uint64_t most_bytes) {
  if (!is_snapshot(packed)) refuse(file, "no MessagePack, compressed or not", "a snapshot of instant-ngp, .ingp or .msgpack");
  const std::string unpacked = is_compressed(packed) ? inflate_all(packed, file, most_bytes) : std::string();
  const std::string& bytes = is_compressed(packed) ? unpacked : packed;
  DepthCheck depth(file);
  json::sax_parse(bytes, &depth, json::input_format_t::msgpack);
  const json root = json::from_msgpack(bytes);
  const json* const trained = member(root, "snapshot");
  if (trained == nullptr || !trained->is_object()) refuse(file, "MessagePack without a snapshot", "a snapshot of instant-ngp");
  Snapshot snapshot;
  const std::uint64_t format = whole_number(*trained, "version", 0, std::uint64_t{1} << 32, file);
  if (format > kKnownFormat) refuse(file, fmt::format("a snapshot of format {}", format), fmt::format("formats up to {}", kKnownFormat));
  JsonNode config = located(root);
  const auto at = std::find(config.keys.begin(), config.keys.end(), "snapshot");
  config.items.erase(config.items.begin() + (at - config.keys.begin()));
  config.keys.erase(at);
  snapshot.config = network_config_of(config, file);
  snapshot.mode = text_of(*trained, "mode", "nerf", file);
  if (snapshot.mode != "nerf" && snapshot.mode != "sdf" && snapshot.mode != "image" && snapshot.mode != "volume") refuse(file, fmt::format("snapshot.mode is \"{}\"", snapshot.mode), "nerf, sdf, image or volume");
  take_parameters(*trained, file, snapshot);
  if (snapshot.mode == "nerf") {
    take_aabb_scale(*trained, file, snapshot);
    take_density(*trained, file, snapshot);
  }
  return snapshot;
}

Snapshot read_snapshot(const std::filesystem::path& file, std::uint64_t most_bytes) { return parse_snapshot(read_file(file, most_bytes, "a snapshot of instant-ngp"), file.string(), most_bytes); }

std::vector<float> densities_of(const Snapshot& snapshot) {
  constexpr float kStep = 1.73205080757f / 1024;
  std::vector<float> densities;
  densities.reserve(snapshot.density_cells.size());
  for (const std::uint16_t cell : snapshot.density_cells) densities.push_back(std::max(half_to_float(cell), 0.0f) / kStep);
  return densities;
}

OccupancyGrid occupancy_of(const Snapshot& snapshot) {
  check(!snapshot.density_cells.empty(), "the occupancy of a snapshot without densities");
  OccupancyGrid grid{.cascades = static_cast<std::uint32_t>(snapshot.density_cells.size() / OccupancyGrid::kCells), .bits = {}};
  grid.bits.assign(std::size_t{grid.cascades} * OccupancyGrid::kBytesPerCascade, 0);
  double sum = 0.0;
  for (std::size_t i = 0; i < OccupancyGrid::kCells; ++i) sum += static_cast<double>(std::max(half_to_float(snapshot.density_cells[i]), 0.0f));
  const float threshold = std::min(kThreshold, static_cast<float>(sum / OccupancyGrid::kCells));
  for (std::size_t i = 0; i < snapshot.density_cells.size(); ++i)
    if (half_to_float(snapshot.density_cells[i]) > threshold) grid.bits[i >> 3] = static_cast<std::uint8_t>(grid.bits[i >> 3] | 1u << (i & 7));
  // A byte of a cascade is 2 x 2 x 2 cells in Morton order: one cell of the next.
  for (std::uint32_t cascade = 1; cascade < grid.cascades; ++cascade) {
    const std::size_t below = std::size_t{cascade - 1} * OccupancyGrid::kBytesPerCascade, here = std::size_t{cascade} * OccupancyGrid::kBytesPerCascade;
    for (std::uint32_t block = 0; block < OccupancyGrid::kBytesPerCascade; ++block) {
      if (grid.bits[below + block] == 0) continue;
      constexpr std::uint32_t kQuarter = OccupancyGrid::kSide / 4;
      const std::uint32_t cell = morton3(gather_bits(block) + kQuarter, gather_bits(block >> 1) + kQuarter, gather_bits(block >> 2) + kQuarter);
      grid.bits[here + (cell >> 3)] = static_cast<std::uint8_t>(grid.bits[here + (cell >> 3)] | 1u << (cell & 7));
    }
  }
  return grid;
}

}  // namespace ngpcsim::workloads
