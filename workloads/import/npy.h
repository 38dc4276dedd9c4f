#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::workloads {

/// What the header of a NumPy file (NEP 1, versions 1.0 to 3.0) says.
struct NpyHeader {
  std::string descr;             ///< "<f4"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

/// Whether the bytes begin as a NumPy file does.
[[nodiscard]] bool is_npy(std::string_view start);

/// Bytes of a file that a header may take, its beginning included.
inline constexpr std::uint64_t kMaxNpyHeaderBytes = std::uint64_t{1} << 16;

/// The header at the start of `bytes`, which are the file's first kMaxNpyHeaderBytes or all it has. Throws InputError naming `file`, and the byte, for
/// anything but the header that NumPy writes.
[[nodiscard]] NpyHeader parse_npy_header(std::string_view bytes, const std::string& file);

/// A table of numbers in a NumPy file, rows of 2 or 3 values of float32 or float64, read row by row.
class NpyTable {
 public:
  /// Throws InputError that names the file: no NumPy file, another type or shape, a size that does not match the shape.
  explicit NpyTable(std::filesystem::path path);
  ~NpyTable();
  NpyTable(NpyTable&& other) noexcept;
  NpyTable& operator=(NpyTable&&) = delete;
  NpyTable(const NpyTable&) = delete;
  NpyTable& operator=(const NpyTable&) = delete;

  [[nodiscard]] std::uint64_t rows() const { return header_.shape[0]; }
  [[nodiscard]] std::uint32_t columns() const { return static_cast<std::uint32_t>(header_.shape[1]); }
  [[nodiscard]] const NpyHeader& header() const { return header_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// `count` rows from `first` on, row by row, into `out`. Throws InputError at the first float64 that no float32 equals, and where the file became
  /// shorter.
  void read(std::uint64_t first, std::uint64_t count, std::vector<float>& out) const;

 private:
  [[nodiscard]] std::uint64_t value_bytes() const { return header_.descr == "<f8" ? 8 : 4; }

  std::filesystem::path path_;
  int file_ = -1;
  NpyHeader header_;
};

}  // namespace ngpcsim::workloads
