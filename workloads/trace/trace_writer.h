#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "workloads/trace/byte_text.h"
#include "workloads/trace/chunk_encoder.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {

/// A trace file while it is written: header, chunks in order, and at the end the index. Everything goes to a temporary file beside the
/// target, which is renamed when the trace is complete; without finish() nothing is left. Throws InputError with the system's reason where
/// something cannot be written.
class TraceWriter {
 public:
  TraceWriter(std::filesystem::path target, Kind kind, Compression compression);
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  void add(std::string_view tag, std::uint32_t items, std::string_view raw);
  /// Writes the index and the trailer, and gives the file its name.
  void finish(std::string_view index);

  /// Bytes so far, which is where the next chunk will stand.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  void write(std::string_view bytes);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path target_, temporary_;
  ChunkEncoder encoder_;
  int file_;
  std::uint64_t offset_ = 0;
};

}  // namespace ngpcsim::workloads::trace
