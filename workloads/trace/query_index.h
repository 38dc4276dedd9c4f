#pragma once
#include <cstdint>
#include <vector>

#include "workloads/trace/trace_file.h"

namespace ngpcsim::workloads::trace {

/// What the index of a trace of queries says: the numbers of the whole workload, and where every frame begins.
struct QueryIndex {
  struct FrameEntry {
    std::uint64_t offset = 0;  ///< of its FRAM chunk
    std::uint64_t rays = 0;
    std::uint64_t queries = 0;
    std::uint64_t probes = 0;
    std::uint64_t chunks = 0;  ///< RAYS chunks
  };

  std::uint64_t group_limit = 0;    ///< most rays that the recorded source puts into a group, whatever is asked for
  std::uint64_t source_frames = 0;  ///< of the workload; the trace may hold fewer
  std::uint32_t aabb_scale = 1;     ///< of the scene, which the workload's parameters may leave to its files
  std::vector<FrameEntry> frames;

  [[nodiscard]] std::uint64_t queries() const;
  [[nodiscard]] std::uint64_t rays() const;
  [[nodiscard]] std::uint64_t probes() const;
  [[nodiscard]] std::uint64_t chunks() const;
};

[[nodiscard]] Bytes encode_index(const QueryIndex& index);

/// The index of a trace of queries. Throws InputError where it is none, or where it contradicts itself or the file.
[[nodiscard]] QueryIndex read_query_index(const TraceFile& file);

}  // namespace ngpcsim::workloads::trace
