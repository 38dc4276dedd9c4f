#include "workloads/import/camera_path.h"

#include <algorithm>
#include <cmath>

#include "sim/base/error.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMostKeys = 100000;
constexpr std::uint64_t kMostPathBytes = std::uint64_t{1} << 28;
constexpr double kMostPlace = 1e6;

template <std::size_t N>
std::array<double, N> numbers(const JsonNode& of, const char* key, std::size_t number, const std::string& file) {
  const JsonNode* const node = of.find(key);
  const bool fits = node != nullptr && node->kind == JsonNode::Kind::kArray && node->items.size() == N &&
                    std::all_of(node->items.begin(), node->items.end(), [](const JsonNode& x) { return x.kind == JsonNode::Kind::kNumber && std::abs(x.number) <= kMostPlace; });
  if (!fits) throw InputError({file, node != nullptr ? node->line : of.line}, fmt::format("path[{}].{} is missing, or no {} numbers", number, key, N), fmt::format("{} finite numbers up to 1e6", N));
  std::array<double, N> values{};
  for (std::size_t i = 0; i < N; ++i) values[i] = node->items[i].number;
  return values;
}

PathKey key_of(const JsonNode& node, std::size_t number, const std::string& file) {
  if (node.kind != JsonNode::Kind::kObject) throw InputError({file, node.line}, fmt::format("path[{}] is no object", number), "{\"R\": [...], \"T\": [...], \"fov\": ...}");
  PathKey key{.rotation = numbers<4>(node, "R", number, file), .position = numbers<3>(node, "T", number, file)};
  double square = 0.0;
  for (const double x : key.rotation) square += x * x;
  if (square < 1e-12) throw InputError({file, node.line}, fmt::format("path[{}].R is 0", number), "a quaternion that turns");
  for (double& x : key.rotation) x /= std::sqrt(square);
  if (const JsonNode* const fov = node.find("fov")) {
    if (fov->kind != JsonNode::Kind::kNumber || !(fov->number > 0.0 && fov->number < 180.0)) throw InputError({file, fov->line}, fmt::format("path[{}].fov", number), "degrees between 0 and 180");
    key.fov = fov->number;
  }
  return key;
}

struct Weights {
  int first = 0;
  std::array<double, 4> of{};
  std::size_t count = 1;
};

Weights basis(std::uint32_t order, double s) {
  const double r = 1.0 - s;
  if (order == 0) return {0, {1.0}, 1};
  if (order == 1) return {0, {r, s}, 2};
  if (order == 2) return {-1, {r * r / 2, (1 + 2 * s - 2 * s * s) / 2, s * s / 2}, 3};
  return {-1, {r * r * r / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, (1 + 3 * s + 3 * s * s - 3 * s * s * s) / 6, s * s * s / 6}, 4};
}

}  // namespace

bool is_camera_path(const JsonNode& root) {
  const JsonNode* const path = root.kind == JsonNode::Kind::kObject ? root.find("path") : nullptr;
  return path != nullptr && path->kind == JsonNode::Kind::kArray;
}

CameraPath parse_camera_path(std::string_view text, const std::string& file) {
  const JsonNode root = parse_located_json(text, file);
  if (!is_camera_path(root)) {
    const bool cameras = root.kind == JsonNode::Kind::kObject && root.find("frames") != nullptr;
    throw InputError({file, root.line}, cameras ? "a transforms.json with cameras" : "no camera path", "an object with an array path");
  }
  CameraPath path;
  const JsonNode& keys = *root.find("path");
  if (keys.items.empty() || keys.items.size() > kMostKeys) throw InputError({file, keys.line}, fmt::format("a path of {} keys", keys.items.size()), fmt::format("1 to {} keys", kMostKeys));
  for (std::size_t i = 0; i < keys.items.size(); ++i) path.keys.push_back(key_of(keys.items[i], i, file));
  if (const JsonNode* const loop = root.find("loop")) {
    if (loop->kind != JsonNode::Kind::kFlag) throw InputError({file, loop->line}, "loop is no truth value", "true or false");
    path.loop = loop->flag;
  }
  if (const JsonNode* const order = root.find("spline_order")) {
    const bool fits = order->kind == JsonNode::Kind::kNumber && (order->number == 0 || order->number == 1 || order->number == 2 || order->number == 3);
    if (!fits) throw InputError({file, order->line}, "spline_order", "0, 1, 2 or 3");
    path.spline_order = static_cast<std::uint32_t>(order->number);
  }
  return path;
}

CameraPath read_camera_path(const std::filesystem::path& file) { return parse_camera_path(read_file(file, kMostPathBytes, "a camera path"), file.string()); }

PathKey key_at(const CameraPath& path, double t) {
  const auto keys = static_cast<std::int64_t>(path.keys.size());
  const double u = std::clamp(t, 0.0, 1.0) * static_cast<double>(path.loop ? keys : keys - 1);
  const double lower = std::floor(u);
  const auto key = [&](std::int64_t i) -> const PathKey& { return path.keys[static_cast<std::size_t>(path.loop ? ((i % keys) + keys) % keys : std::clamp<std::int64_t>(i, 0, keys - 1))]; };
  const auto at = static_cast<std::int64_t>(lower);
  const Weights weights = basis(path.spline_order, u - lower);
  PathKey sum{.rotation = {}, .position = {}, .fov = 0.0};
  for (std::size_t w = 0; w < weights.count; ++w) {
    const PathKey& from = key(at + weights.first + static_cast<std::int64_t>(w));
    double along = 0.0;
    for (std::size_t i = 0; i < 4; ++i) along += from.rotation[i] * key(at).rotation[i];
    for (std::size_t i = 0; i < 4; ++i) sum.rotation[i] += weights.of[w] * (along < 0.0 ? -from.rotation[i] : from.rotation[i]);
    for (std::size_t i = 0; i < 3; ++i) sum.position[i] += weights.of[w] * from.position[i];
    sum.fov += weights.of[w] * from.fov;
  }
  double square = 0.0;
  for (const double x : sum.rotation) square += x * x;
  if (square < 1e-12) sum.rotation = key(at).rotation;
  else
    for (double& x : sum.rotation) x /= std::sqrt(square);
  return sum;
}

std::array<float, 12> pose_of(const PathKey& key) {
  const auto [x, y, z, w] = key.rotation;
  const std::array<double, 9> turn{1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                                   2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                                   2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
  std::array<float, 12> pose{};
  for (std::size_t r = 0; r < 3; ++r) {
    pose[r * 4] = static_cast<float>(turn[r * 3]);
    pose[r * 4 + 1] = static_cast<float>(-turn[r * 3 + 1]);
    pose[r * 4 + 2] = static_cast<float>(-turn[r * 3 + 2]);
    pose[r * 4 + 3] = static_cast<float>(key.position[r]);
  }
  return pose;
}

}  // namespace ngpcsim::workloads
