#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "sim/base/error.h"
#include "workloads/trace/chunk.h"

namespace ngpcsim::workloads::trace {

/// Whether the file begins as a trace does. False for whatever cannot be read.
[[nodiscard]] bool is_trace(const std::filesystem::path& file);

/// A trace file that is complete: header, trailer, index and workload were read and checked; chunks are read one by one. Whatever is wrong
/// with the file throws InputError that names it and the byte where it is. May be used by one thread at a time.
class TraceFile {
 public:
  explicit TraceFile(std::filesystem::path path);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  struct Chunk {
    ChunkHeader header;
    Bytes raw;
    std::uint64_t next = 0;  ///< where the chunk after it begins
  };
  /// The chunk at `offset`, which must have that tag, checked and unpacked.
  [[nodiscard]] Chunk read(std::uint64_t offset, std::string_view tag) const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t version() const { return version_; }
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const Bytes& index() const { return index_; }
  [[nodiscard]] std::uint64_t index_offset() const { return index_offset_; }
  [[nodiscard]] const std::string& workload_xml() const { return workload_xml_; }
  /// Where the chunk after the workload begins.
  [[nodiscard]] std::uint64_t first_chunk() const { return first_chunk_; }

  /// An error at a byte of the file.
  [[noreturn]] void fail(std::uint64_t offset, const std::string& what, const std::string& allowed = {}) const;

 private:
  [[nodiscard]] Bytes read_bytes(std::uint64_t offset, std::uint64_t count) const;
  void read_header();
  void read_trailer();

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint32_t version_ = 0;
  Kind kind_ = Kind::kQueries;
  std::uint64_t index_offset_ = 0;
  Bytes index_;
  std::string workload_xml_;
  std::uint64_t first_chunk_ = 0;
};

}  // namespace ngpcsim::workloads::trace
