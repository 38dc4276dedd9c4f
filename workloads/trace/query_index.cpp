#include "workloads/trace/query_index.h"

#include <bit>

namespace ngpcsim::workloads::trace {
namespace {

constexpr std::uint64_t kEntryBytes = 40;
constexpr std::uint32_t kLargestScale = 128;

std::uint64_t sum(const std::vector<QueryIndex::FrameEntry>& frames, std::uint64_t QueryIndex::FrameEntry::* member) {
  std::uint64_t total = 0;
  for (const QueryIndex::FrameEntry& frame : frames) total += frame.*member;
  return total;
}

}  // namespace

std::uint64_t QueryIndex::queries() const { return sum(frames, &FrameEntry::queries); }
std::uint64_t QueryIndex::rays() const { return sum(frames, &FrameEntry::rays); }
std::uint64_t QueryIndex::probes() const { return sum(frames, &FrameEntry::probes); }
std::uint64_t QueryIndex::chunks() const { return sum(frames, &FrameEntry::chunks); }

Bytes encode_index(const QueryIndex& index) {
  Bytes raw;
  append(raw, index.group_limit);
  append(raw, index.source_frames);
  append(raw, index.aabb_scale);
  append(raw, static_cast<std::uint32_t>(index.frames.size()));
  for (const QueryIndex::FrameEntry& frame : index.frames)
    for (const std::uint64_t number : {frame.offset, frame.rays, frame.queries, frame.probes, frame.chunks}) append(raw, number);
  return raw;
}

QueryIndex read_query_index(const TraceFile& file) {
  const std::uint64_t at = file.index_offset();
  if (file.kind() != Kind::kQueries) file.fail(12, "the trace holds no queries", "a trace of queries");
  ByteCursor cursor(file.index());
  QueryIndex index;
  index.group_limit = cursor.take<std::uint64_t>();
  index.source_frames = cursor.take<std::uint64_t>();
  index.aabb_scale = cursor.take<std::uint32_t>();
  const auto frames = cursor.take<std::uint32_t>();
  if (cursor.ran_short() || frames == 0 || frames > kMaxFrames || cursor.left() != frames * kEntryBytes)
    file.fail(at, fmt::format("an index of {} bytes for {} frames", file.index().size(), frames), fmt::format("1 to {} frames", kMaxFrames));
  if (index.group_limit == 0) file.fail(at, "groups of no rays", "at least 1");
  if (index.source_frames < frames) file.fail(at, fmt::format("{} frames of a workload of {}", frames, index.source_frames), "no more than the workload has");
  if (!std::has_single_bit(index.aabb_scale) || index.aabb_scale > kLargestScale)
    file.fail(at, fmt::format("aabb_scale = {}", index.aabb_scale), fmt::format("a power of two from 1 to {}", kLargestScale));
  std::uint64_t free_from = file.first_chunk();
  for (std::uint32_t f = 0; f < frames; ++f) {
    QueryIndex::FrameEntry entry;
    for (std::uint64_t* const number : {&entry.offset, &entry.rays, &entry.queries, &entry.probes, &entry.chunks}) *number = cursor.take<std::uint64_t>();
    if (entry.offset < free_from || entry.offset >= at) file.fail(at, fmt::format("frame {} is said to begin at byte {}", f, entry.offset), fmt::format("{} to {}", free_from, at));
    if (entry.rays > kMaxFrameRays) file.fail(at, fmt::format("frame {} has {} rays", f, entry.rays), fmt::format("at most {}", kMaxFrameRays));
    free_from = entry.offset + kChunkHeaderBytes;
    index.frames.push_back(entry);
  }
  return index;
}

}  // namespace ngpcsim::workloads::trace
