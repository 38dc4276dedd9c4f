#include "workloads/apps/memory_source.h"

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

MemorySource::Group record_group(stream::RayGroup& group, const ConsumptionPlan& plan) {
  MemorySource::Group recorded;
  const stream::Directions directions = group.directions();
  recorded.dx.assign(directions.x.begin(), directions.x.end());
  recorded.dy.assign(directions.y.begin(), directions.y.end());
  recorded.dz.assign(directions.z.begin(), directions.z.end());
  recorded.rays = group.rays();
  recorded.alive_at_start = group.rays_alive();
  while (group.rays_alive() > 0) {
    MemorySource::Round round;
    round.max_steps = plan.steps(group.rays_alive());
    round.work = group.next_round(round.max_steps, round.queries);
    round.alive_after = group.rays_alive();
    round.hit_after = group.rays_hit();
    recorded.rounds.push_back(std::move(round));
  }
  return recorded;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class ReplayedGroup final : public stream::RayGroup {
 public:
  explicit ReplayedGroup(const MemorySource::Group& group) : group_(group) {}

  [[nodiscard]] std::uint64_t rays() const override { return group_.rays; }
  [[nodiscard]] std::uint64_t rays_alive() const override { return next_ == 0 ? group_.alive_at_start : group_.rounds[next_ - 1].alive_after; }
  [[nodiscard]] std::uint64_t rays_hit() const override { return next_ == 0 ? 0 : group_.rounds[next_ - 1].hit_after; }
  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override {
    const Round round = next_round_in(max_steps, out);
    if (round.queries == &out) return round.work;
    append(out.x, round.queries->x);
    append(out.y, round.queries->y);
    append(out.z, round.queries->z);
    append(out.ray, round.queries->ray);
    return round.work;
  }
  Round next_round_in(std::uint32_t max_steps, stream::Queries& buffer) override {
    if (next_ == group_.rounds.size()) return {{}, &buffer};
    const MemorySource::Round& round = group_.rounds[next_++];
    check(round.max_steps == max_steps, "a round of {} steps was recorded, {} are asked for", round.max_steps, max_steps);
    return {round.work, &round.queries};
  }
  [[nodiscard]] stream::Directions directions() const override { return {group_.dx, group_.dy, group_.dz}; }

 private:
  const MemorySource::Group& group_;
  std::size_t next_ = 0;
};

class ReplayedFrame final : public stream::Frame {
 public:
  ReplayedFrame(const MemorySource::RecordedFrame& frame, std::uint64_t max_rays) : frame_(frame), max_rays_(max_rays) {}

  [[nodiscard]] std::uint64_t pixels() const override { return frame_.pixels; }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    check(max_rays == max_rays_, "groups of {} rays were recorded, {} are asked for", max_rays_, max_rays);
    if (next_ == frame_.groups.size()) return nullptr;
    return std::make_unique<ReplayedGroup>(frame_.groups[next_++]);
  }

 private:
  const MemorySource::RecordedFrame& frame_;
  std::uint64_t max_rays_;
  std::size_t next_ = 0;
};

}  // namespace

MemorySource::MemorySource(const stream::QuerySource& source, const ConsumptionPlan& plan) : max_rays_(plan.max_rays) {
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    const auto frame = source.open_frame(f);
    RecordedFrame recorded{source.frame_name(f), frame->pixels(), {}};
    while (const auto group = frame->next_group(max_rays_)) recorded.groups.push_back(record_group(*group, plan));
    frames_.push_back(std::move(recorded));
  }
}

std::unique_ptr<stream::Frame> MemorySource::open_frame(std::uint64_t frame) const {
  return std::make_unique<ReplayedFrame>(frames_.at(frame), max_rays_);
}

std::uint64_t MemorySource::queries() const {
  std::uint64_t sum = 0;
  for (const RecordedFrame& frame : frames_)
    for (const Group& group : frame.groups)
      for (const Round& round : group.rounds) sum += round.queries.size();
  return sum;
}

}  // namespace ngpcsim::workloads
