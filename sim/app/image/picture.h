#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ngpcsim::app {

/// Linear red, green and blue in fp32, row by row from the top.
struct FloatPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::array<float, 3>> pixels;

  FloatPicture(std::uint32_t w, std::uint32_t h) : width(w), height(h), pixels(std::size_t{w} * h) {}
};

/// What a display shows of a linear value, 0 to 1: clamped, then coded as sRGB (IEC 61966-2-1), the same on every machine.
[[nodiscard]] float display_value(float linear);

/// Peak signal-to-noise ratio of two pictures of one size, in dB, of display values: -10 log10 of their mean squared difference. Nothing where they are equal.
[[nodiscard]] std::optional<double> psnr_db(const FloatPicture& a, const FloatPicture& b);

/// Writes display values in 8 bits. Throws InputError where the file cannot be written; then none is left.
void write_png(const FloatPicture& picture, const std::filesystem::path& file);

}  // namespace ngpcsim::app
