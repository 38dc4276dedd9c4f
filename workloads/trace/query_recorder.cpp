#include "workloads/trace/query_recorder.h"

#include <optional>

#include "sim/base/error.h"
#include "workloads/stream/whole_rays.h"
#include "workloads/trace/ray_block_writer.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

constexpr std::uint64_t kGroupRays = 65536;
/// Rays that are taken from a group at a time: few enough that their samples are encoded while they are in a cache.
constexpr std::size_t kRaysAtOnce = 64;

class Recorder {
 public:
  Recorder(const QueryRecording& recording, const std::filesystem::path& target)
      : recording_(recording), writer_(target, Kind::kQueries, recording.compression) {
    writer_.add(kWorkload, 0, recording.workload_xml);
  }

  [[nodiscard]] bool record_frame(const stream::QuerySource& source, std::uint64_t number, QueryIndex& index) {
    const std::unique_ptr<stream::Frame> frame = source.open_frame(number);
    entry_ = {.offset = writer_.offset()};
    const std::string name = source.frame_name(number).substr(0, kMaxNameBytes);
    Bytes head;
    append(head, frame->pixels());
    append(head, static_cast<std::uint32_t>(name.size()));
    head += name;
    writer_.add(kFrame, 0, head);
    progress_.frame = number;
    progress_.frames = recording_.frames;
    progress_.rays = frame->pixels();
    progress_.rays_done = 0;
    while (const std::unique_ptr<stream::RayGroup> group = frame->next_group(kGroupRays)) {
      auto* const whole = dynamic_cast<stream::WholeRayGroup*>(group.get());
      check(whole != nullptr, "a source that cannot tell single rays cannot be recorded");
      while (whole->next_whole(kRaysAtOnce, blocks_.pending()))
        if (!write_blocks(false)) return false;
    }
    if (!write_blocks(true)) return false;
    check(entry_.rays == frame->pixels(), "a frame of {} pixels gave {} rays", frame->pixels(), entry_.rays);
    queries_before_ += entry_.queries;
    index.frames.push_back(entry_);
    return true;
  }

  void finish(const QueryIndex& index) { writer_.finish(encode_index(index)); }

 private:
  /// Blocks that are full, and with `last` what remains. False where the recording is to stop.
  [[nodiscard]] bool write_blocks(bool last) {
    while (const std::optional<RayBlockWriter::Block> block = blocks_.next(last)) {
      writer_.add(kRays, block->rays, block->raw, block->sample_bytes);
      entry_.rays += block->rays;
      entry_.queries += block->queries;
      entry_.probes += block->probes;
      ++entry_.chunks;
      if (!go_on()) return false;
    }
    return true;
  }

  [[nodiscard]] bool go_on() {
    progress_.rays_done = entry_.rays;
    progress_.queries = queries_before_ + entry_.queries;
    return !recording_.progress || recording_.progress(progress_);
  }

  const QueryRecording& recording_;
  TraceWriter writer_;
  RayBlockWriter blocks_;
  QueryIndex::FrameEntry entry_;
  RecordProgress progress_;
  std::uint64_t queries_before_ = 0;  ///< of the frames before
};

}  // namespace

bool record_queries(const stream::QuerySource& source, const QueryRecording& recording, const std::filesystem::path& target, QueryIndex& index) {
  check(recording.frames > 0 && recording.frames <= source.frames(), "{} frames of a source of {}", recording.frames, source.frames());
  if (recording.frames > kMaxFrames) throw InputError({"WORKLOAD"}, fmt::format("{} frames", recording.frames), fmt::format("at most {} frames in a trace", kMaxFrames));
  index = {.group_limit = recording.group_limit, .source_frames = recording.source_frames, .aabb_scale = recording.aabb_scale, .frames = {}};
  Recorder recorder(recording, target);
  for (std::uint64_t frame = 0; frame < recording.frames; ++frame)
    if (!recorder.record_frame(source, frame, index)) return false;
  recorder.finish(index);
  return true;
}

}  // namespace ngpcsim::workloads::trace
