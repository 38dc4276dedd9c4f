#include "sim/train/snapshot_file.h"

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "sim/base/error.h"
#include "workloads/import/half.h"

namespace ngpcsim::train {
namespace {

using nlohmann::json;

constexpr int kGzip = 15 + 16;  // windowBits of zlib: 32 KB, with gzip's header

json mlp(std::uint32_t width, std::uint32_t hidden_layers, models::OutputActivation activation) {
  return {{"otype", "FullyFusedMLP"},
          {"activation", "ReLU"},
          {"output_activation", activation == models::OutputActivation::kRelu ? "ReLU" : "None"},
          {"n_neurons", width},
          {"n_hidden_layers", hidden_layers}};
}

json configuration(const Task& task) {
  const models::EncodingParams& e = task.encoding;
  const models::NetworkParams& n = task.network;
  json root;
  root["encoding"] = {{"otype", "HashGrid"},
                      {"n_levels", e.levels},
                      {"n_features_per_level", e.features},
                      {"log2_hashmap_size", e.log2_table_entries},
                      {"base_resolution", e.base_resolution},
                      {"per_level_scale", e.per_level_scale}};
  if (n.kind == models::NetworkKind::kPlain) {
    root["network"] = mlp(n.width, n.hidden_layers, n.output_activation);
    return root;
  }
  root["network"] = mlp(n.width, n.density_hidden_layers, models::OutputActivation::kNone);
  root["rgb_network"] = mlp(n.width, n.color_hidden_layers, models::OutputActivation::kNone);
  root["dir_encoding"] = {{"otype", "SphericalHarmonics"}, {"degree", 4}};
  return root;
}

std::vector<std::uint8_t> bytes_of(std::span<const std::uint16_t> halves) {
  std::vector<std::uint8_t> bytes(halves.size() * 2);
  std::memcpy(bytes.data(), halves.data(), bytes.size());
  return bytes;
}

json trained_part(const Task& task, std::span<const models::Fp16> parameters) {
  std::vector<std::uint16_t> halves;
  for (const models::Fp16 value : parameters) halves.push_back(value.bits);
  json part = {{"version", 1}, {"mode", task.mode}, {"n_params", halves.size()}, {"params_type", "__half"}, {"params_binary", json::binary(bytes_of(halves))}};
  if (task.density_cells.empty()) return part;
  std::vector<std::uint16_t> cells;
  for (const float cell : task.density_cells) cells.push_back(workloads::float_to_half(cell));
  part["nerf"] = {{"aabb_scale", task.aabb_scale}};
  part["density_grid_size"] = workloads::OccupancyGrid::kSide;
  part["density_grid_binary"] = json::binary(bytes_of(cells));
  return part;
}

std::string gzip(const std::vector<std::uint8_t>& bytes) {
  z_stream stream{};
  check(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) == Z_OK, "zlib does not start");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  std::vector<std::uint8_t> in(bytes);  // zlib asks for bytes that it might write to
  stream.next_in = in.data();
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int end = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  check(end == Z_STREAM_END, "zlib ended with {}", end);
  return packed;
}

}  // namespace

void write_snapshot(const Task& task, std::span<const models::Fp16> parameters, const std::filesystem::path& file) {
  json root = configuration(task);
  root["snapshot"] = trained_part(task, parameters);
  const std::string packed = gzip(json::to_msgpack(root));
  std::ofstream out(file, std::ios::binary);
  out.write(packed.data(), static_cast<std::streamsize>(packed.size()));
  if (!out.flush()) throw InputError({file.string()}, "cannot be written", "a folder that exists and has room");
}

}  // namespace ngpcsim::train
