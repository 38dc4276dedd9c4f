#include "workloads/import/read_file.h"

#include <fstream>
#include <system_error>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

std::string read_file(const std::filesystem::path& file, std::uint64_t max_bytes, const std::string& what) {
  const InputLocation at{file.string(), 0};
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw InputError(at, "no such file", what);
  if (!std::filesystem::is_regular_file(status)) throw InputError(at, "not a regular file", what);
  const std::uint64_t bytes = std::filesystem::file_size(file, error);
  if (error) throw InputError(at, fmt::format("its size cannot be read: {}", error.message()), what);
  if (bytes > max_bytes) throw InputError(at, fmt::format("{} bytes are too many", bytes), fmt::format("{} of at most {} bytes", what, max_bytes));

  std::string content(bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(content.data(), static_cast<std::streamsize>(bytes));
  if (!in) throw InputError(at, fmt::format("only {} of its {} bytes could be read", in.gcount(), bytes), what);
  return content;
}

}  // namespace ngpcsim::workloads
