#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::workloads {

/// Eight bits a channel, red, green and blue, row by row from the top.
struct Picture8 {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;
};

struct PictureSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Whether the bytes begin as a PNG or JPEG file does.
[[nodiscard]] bool is_picture(std::string_view start);

/// What the header of a PNG or JPEG file says, without reading the pixels. Throws InputError that names the file: missing, another kind of file, a header
/// that is damaged, more than 2^28 pixels.
[[nodiscard]] PictureSize picture_size(const std::filesystem::path& file);

/// Reads a PNG or JPEG file of at most 1 GiB; transparency is dropped, grey becomes three equal channels. Throws InputError as above, and where pixels are missing
/// or damaged. No memory for pixels is taken before the header's size is known to be allowed.
[[nodiscard]] Picture8 read_picture(const std::filesystem::path& file);
/// The same from bytes; `file` is only named in messages.
[[nodiscard]] Picture8 parse_picture(std::string_view bytes, const std::string& file);

}  // namespace ngpcsim::workloads
