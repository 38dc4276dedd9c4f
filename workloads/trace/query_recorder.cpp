#include "workloads/trace/query_recorder.h"

#include "sim/base/error.h"
#include "workloads/trace/ray_block_writer.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

/// Marches the only ray of a group to its end.
void march(stream::RayGroup& group, stream::Queries& buffer, RaySamples& ray) {
  check(group.rays() == 1, "a group of {} rays where one was asked for", group.rays());
  ray.clear();
  ray.alive = group.rays_alive() > 0;
  while (group.rays_alive() > 0) {
    const auto [work, queries] = group.next_round_in(1, buffer);
    check(work.queries <= 1, "a ray gave {} queries in one step", work.queries);
    if (work.queries == 0) {
      check(group.rays_alive() == 0, "a ray gave no query and lives");
      ray.tail_probes = static_cast<std::uint32_t>(work.probes);
      break;
    }
    ray.x.push_back(queries->x[0]);
    ray.y.push_back(queries->y[0]);
    ray.z.push_back(queries->z[0]);
    ray.probes.push_back(static_cast<std::uint32_t>(work.probes));
    ray.ends_full = group.rays_alive() == 0;
  }
  if (ray.x.empty()) return;
  if (const stream::Directions d = group.directions(); !d.x.empty()) {
    ray.dx = d.x[0];
    ray.dy = d.y[0];
    ray.dz = d.z[0];
  }
}

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
    while (const std::unique_ptr<stream::RayGroup> group = frame->next_group(1)) {
      march(*group, buffer_, ray_);
      add(ray_);
      if (block_.full() && !flush()) return false;
    }
    if (!flush()) return false;
    check(entry_.rays == frame->pixels(), "a frame of {} pixels gave {} rays", frame->pixels(), entry_.rays);
    queries_before_ += entry_.queries;
    index.frames.push_back(entry_);
    return true;
  }

  void finish(const QueryIndex& index) { writer_.finish(encode_index(index)); }

 private:
  void add(const RaySamples& ray) {
    block_.add(ray);
    ++entry_.rays;
    entry_.queries += ray.x.size();
    entry_.probes += ray.tail_probes;
    for (const std::uint32_t probes : ray.probes) entry_.probes += probes;
  }

  [[nodiscard]] bool flush() {
    if (block_.rays() > 0) {
      const std::uint32_t rays = block_.rays();
      writer_.add(kRays, rays, block_.take());
      ++entry_.chunks;
    }
    progress_.rays_done = entry_.rays;
    progress_.queries = queries_before_ + entry_.queries;
    return !recording_.progress || recording_.progress(progress_);
  }

  const QueryRecording& recording_;
  TraceWriter writer_;
  RayBlockWriter block_;
  RaySamples ray_;
  stream::Queries buffer_;
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
