#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "workloads/stream/query_stream.h"
#include "workloads/trace/query_index.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {

struct RecordProgress {
  std::uint64_t frame = 0, frames = 0;
  std::uint64_t rays_done = 0, rays = 0;  ///< of the frame
  std::uint64_t queries = 0;              ///< of all frames so far
};

/// What is recorded, beside the queries.
struct QueryRecording {
  std::string workload_xml;
  std::uint64_t frames = 1;  ///< the first so many of the source
  std::uint64_t source_frames = 1;  ///< that the workload has
  std::uint32_t aabb_scale = 1;
  std::uint64_t group_limit = std::uint64_t{1} << 31;
  Compression compression = Compression::kZstd;
  /// Called now and then; answers false to stop. May be empty.
  std::function<bool(const RecordProgress&)> progress;
};

/// Records frames of a source, whose groups are WholeRayGroups: every ray to its end, so that the trace can answer for any groups and rounds. Rays are
/// written as they come, so memory does not grow with the frame. False where `progress` stopped it: no file is left, or the one that was there.
/// Throws InputError where the file cannot be written.
[[nodiscard]] bool record_queries(const stream::QuerySource& source, const QueryRecording& recording, const std::filesystem::path& target, QueryIndex& index);

}  // namespace ngpcsim::workloads::trace
