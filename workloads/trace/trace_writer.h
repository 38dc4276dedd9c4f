#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "workloads/trace/chunk_encoder.h"
#include "workloads/trace/chunk_pipe.h"
#include "workloads/trace/output_file.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {

/// A trace file while it is written: header, chunks in order, and at the end the index. Nothing is left of it without finish(). Chunks are compressed
/// and written by a thread beside the caller's; the bytes do not depend on when. Throws InputError with the system's reason where something cannot be
/// written; that of a chunk may come with a later call.
class TraceWriter {
 public:
  TraceWriter(std::filesystem::path target, Kind kind, Compression compression);

  /// The payload `raw`, of which the last `noise_bytes` hardly compress.
  void add(std::string_view tag, std::uint32_t items, std::string_view raw, std::size_t noise_bytes = 0);
  /// Writes the index and the trailer, and gives the file its name.
  void finish(std::string_view index);

  /// Bytes so far, which is where the next chunk will stand. Waits until these are written.
  [[nodiscard]] std::uint64_t offset();

 private:
  OutputFile file_;
  ChunkEncoder encoder_;
  ChunkPipe pipe_;  // uses the others, so it goes before them
};

}  // namespace ngpcsim::workloads::trace
