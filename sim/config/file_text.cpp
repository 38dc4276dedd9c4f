#include "sim/config/file_text.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{4} << 20;  // a chip is some 10 KiB; a larger file is not a configuration

}  // namespace

std::string read_file_text(const std::string& path, const InputLocation& asked_at) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(asked_at, fmt::format("there is no file {}", in_quotes(path)), "an XML configuration file");
  if (fs::is_directory(status)) throw InputError(asked_at, fmt::format("{} is a folder", in_quotes(path)), "an XML configuration file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(asked_at, fmt::format("cannot read {}: {}", in_quotes(path), std::strerror(errno)), "a readable file");
  std::string text;
  std::array<char, 16384> block;
  while (text.size() <= kLargestFile && (in.read(block.data(), block.size()) || in.gcount() > 0)) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw InputError(asked_at, fmt::format("reading {} failed", in_quotes(path)), "a readable file");
  if (text.size() > kLargestFile) throw InputError({path}, "the file is too large", fmt::format("at most {} bytes", kLargestFile));
  return text;
}

}  // namespace ngpcsim::config
