#include "workloads/import/picture.h"

#include <stb/stb_image.h>

#include <memory>

#include "sim/base/error.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kMostPictureBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 28;

[[noreturn]] void fail(const std::string& file, const std::string& what) { throw InputError({file}, what, "a whole PNG or JPEG file"); }

PictureSize size_of(std::string_view bytes, const std::string& file) {
  if (!is_picture(bytes)) fail(file, "no PNG or JPEG file");
  int width = 0, height = 0, channels = 0;
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  if (stbi_info_from_memory(data, static_cast<int>(bytes.size()), &width, &height, &channels) == 0 || width <= 0 || height <= 0)
    fail(file, fmt::format("the header is damaged ({})", stbi_failure_reason()));
  const PictureSize size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
  if (std::uint64_t{size.width} * size.height > kMostPixels)
    throw InputError({file}, fmt::format("a picture of {} x {} pixels", width, height), fmt::format("at most {} pixels", kMostPixels));
  return size;
}

}  // namespace

bool is_picture(std::string_view start) { return start.starts_with("\x89PNG\r\n\x1a\n") || start.starts_with("\xFF\xD8\xFF"); }

PictureSize picture_size(const std::filesystem::path& file) { return size_of(read_file(file, kMostPictureBytes, "a PNG or JPEG file"), file.string()); }

Picture8 read_picture(const std::filesystem::path& file) { return parse_picture(read_file(file, kMostPictureBytes, "a PNG or JPEG file"), file.string()); }

Picture8 parse_picture(std::string_view bytes, const std::string& file) {
  const PictureSize size = size_of(bytes, file);
  int width = 0, height = 0, channels = 0;
  constexpr int kRgb = 3;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width, &height, &channels, kRgb), stbi_image_free);
  if (pixels == nullptr) fail(file, fmt::format("the pixels are damaged or missing ({})", stbi_failure_reason()));
  check(static_cast<std::uint32_t>(width) == size.width && static_cast<std::uint32_t>(height) == size.height, "a picture changed its size");
  return {size.width, size.height, {pixels.get(), pixels.get() + std::size_t{size.width} * size.height * kRgb}};
}

}  // namespace ngpcsim::workloads
