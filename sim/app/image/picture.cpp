#include "sim/app/image/picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <stb/stb_image_write.h>

#include "sim/app/late_file.h"
#include "sim/base/error.h"
#include "workloads/import/portable_math.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kTableSteps = 4096;

double srgb(double linear) {
  if (linear <= 0.0031308) return 12.92 * linear;
  return 1.055 * workloads::portable_exp(workloads::portable_log(linear) / 2.4) - 0.055;
}

/// The square root of the linear value has an even spread of steps.
std::array<float, kTableSteps + 2> make_table() {
  std::array<float, kTableSteps + 2> table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double root = static_cast<double>(std::min(i, kTableSteps)) / kTableSteps;
    table[i] = static_cast<float>(srgb(root * root));
  }
  return table;
}

void append_bytes(void* to, void* bytes, int count) { static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(count)); }

}  // namespace

float display_value(float linear) {
  static const std::array<float, kTableSteps + 2> table = make_table();
  if (!(linear > 0.0f)) return 0.0f;
  const float place = std::sqrt(std::min(linear, 1.0f)) * kTableSteps;
  const auto at = static_cast<std::size_t>(place);
  return table[at] + (place - static_cast<float>(at)) * (table[at + 1] - table[at]);
}

std::optional<double> psnr_db(const FloatPicture& a, const FloatPicture& b) {
  check(a.width == b.width && a.height == b.height, "pictures of {} x {} and {} x {}", a.width, a.height, b.width, b.height);
  double squares = 0.0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      const double difference = static_cast<double>(display_value(a.pixels[i][c])) - static_cast<double>(display_value(b.pixels[i][c]));
      squares += difference * difference;
    }
  }
  if (squares == 0.0) return std::nullopt;
  constexpr double kLog10 = 2.302585092994046;
  return -10.0 * workloads::portable_log(squares / (3.0 * static_cast<double>(a.pixels.size()))) / kLog10;
}

void write_png(const FloatPicture& picture, const std::filesystem::path& file) {
  std::vector<unsigned char> bytes;
  bytes.reserve(picture.pixels.size() * 3);
  for (const std::array<float, 3>& pixel : picture.pixels)
    for (const float value : pixel) bytes.push_back(static_cast<unsigned char>(display_value(value) * 255.0f + 0.5f));
  std::string png;
  const auto width = static_cast<int>(picture.width);
  check(stbi_write_png_to_func(append_bytes, &png, width, static_cast<int>(picture.height), 3, bytes.data(), 3 * width) != 0, "the PNG was not made");
  LateFile out(file, "--image");
  out.text() = std::move(png);
  out.finish();
}

}  // namespace ngpcsim::app
