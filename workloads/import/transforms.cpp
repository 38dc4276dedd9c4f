#include "workloads/import/transforms.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "workloads/import/intrinsics.h"
#include "workloads/import/located_json.h"
#include "workloads/import/pose.h"

namespace ngpcsim::workloads {
namespace {

const JsonNode& frames_of(const JsonNode& root, const std::string& file) {
  constexpr std::string_view kAllowed = "a transforms.json: an object with an array \"frames\" of at least one camera";
  if (root.kind != JsonNode::Kind::kObject) throw InputError({file, root.line}, "not an object", std::string(kAllowed));
  const JsonNode* frames = root.find("frames");
  if (!frames) {
    std::string kind = "no \"frames\"";
    if (root.find("path")) kind = "this is a camera path, not a list of cameras";
    else if (root.find("encoding") || root.find("network") || root.find("parent")) kind = "this is a network configuration, not a list of cameras";
    throw InputError({file, root.line}, kind, std::string(kAllowed));
  }
  if (frames->kind != JsonNode::Kind::kArray) throw InputError({file, frames->line}, "\"frames\" is not an array", std::string(kAllowed));
  if (frames->items.empty()) throw InputError({file, frames->line}, "\"frames\" is empty", std::string(kAllowed));
  return *frames;
}

/// How many frames count: all, or the first `n_frames`.
std::size_t frame_count(const JsonNode& root, const JsonNode& frames, const std::string& file) {
  const JsonNode* limit = root.find("n_frames");
  if (!limit) return frames.items.size();
  const double value = finite_number(*limit, file, "n_frames", "the file");
  if (!(value >= 1.0) || value != std::floor(value)) throw InputError({file, limit->line}, fmt::format("n_frames = {}", value), "a whole number of at least 1");
  return std::min(frames.items.size(), static_cast<std::size_t>(std::min(value, 1e9)));
}

std::uint32_t aabb_scale_of(const JsonNode& root, const std::string& file) {
  const JsonNode* node = root.find("aabb_scale");
  if (!node) return 1;
  const double value = finite_number(*node, file, "aabb_scale", "the file");
  if (!(value >= 1.0 && value <= 128.0) || value != std::floor(value) || !std::has_single_bit(static_cast<std::uint32_t>(value)))
    throw InputError({file, node->line}, fmt::format("aabb_scale = {}", value), "a power of two from 1 to 128");
  return static_cast<std::uint32_t>(value);
}

std::optional<float> scale_of(const JsonNode& root, const std::string& file) {
  const JsonNode* node = root.find("scale");
  if (!node) return std::nullopt;
  const double value = finite_number(*node, file, "scale", "the file");
  if (!(value > 0.0)) throw InputError({file, node->line}, fmt::format("scale = {}", value), "more than 0");
  return static_cast<float>(value);
}

std::optional<std::array<float, 3>> offset_of(const JsonNode& root, const std::string& file) {
  const JsonNode* node = root.find("offset");
  if (!node) return std::nullopt;
  std::array<float, 3> offset{};
  if (node->kind == JsonNode::Kind::kArray) {
    if (node->items.size() != 3) throw InputError({file, node->line}, fmt::format("offset has {} numbers", node->items.size()), "one number or three");
    for (std::size_t i = 0; i < 3; ++i) offset[i] = static_cast<float>(finite_number(node->items[i], file, "offset", "the file"));
  } else {
    offset.fill(static_cast<float>(finite_number(*node, file, "offset", "the file")));
  }
  return offset;
}

std::string name_of(const JsonNode& frame, const std::string& file, std::size_t index) {
  const JsonNode* node = frame.find("file_path");
  if (!node) return {};
  if (node->kind != JsonNode::Kind::kText) throw InputError({file, node->line}, fmt::format("file_path of frame {} is not a text", index), "a path");
  std::string name = node->text;
  std::replace(name.begin(), name.end(), '\\', '/');
  return name;
}

Transforms transforms_of(const JsonNode& root, const std::string& file) {
  const JsonNode& frames = frames_of(root, file);
  Transforms result;
  result.aabb_scale = aabb_scale_of(root, file);
  result.scale = scale_of(root, file);
  result.offset = offset_of(root, file);
  const JsonNode* mitsuba = root.find("from_mitsuba");
  result.from_mitsuba = mitsuba && (mitsuba->kind != JsonNode::Kind::kFlag || mitsuba->flag);
  const std::size_t count = frame_count(root, frames, file);
  result.views.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode& frame = frames.items[i];
    if (frame.kind != JsonNode::Kind::kObject) throw InputError({file, frame.line}, fmt::format("frame {} is not an object", i), "an object with transform_matrix");
    result.views.push_back({name_of(frame, file, i), frame.line, read_pose(frame, file, i), read_lens(frame, root, file, i)});
  }
  return result;
}

}  // namespace

Transforms read_transforms(const std::filesystem::path& file) { return transforms_of(read_located_json(file), file.string()); }

Transforms parse_transforms(std::string_view text, const std::string& file) { return transforms_of(parse_located_json(text, file), file); }

}  // namespace ngpcsim::workloads
