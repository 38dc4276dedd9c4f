#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// How a source is consumed: groups of at most `max_rays` rays, and as many steps in a round as `steps` says for the rays that are alive.
struct ConsumptionPlan {
  std::uint64_t max_rays = 1;
  std::function<std::uint32_t(std::uint64_t rays_alive)> steps;
};

/// A whole source, marched once and kept in memory: for measuring what comes after the marching. Grows with the frames, unlike other sources.
class MemorySource final : public stream::QuerySource {
 public:
  struct Round {
    std::uint32_t max_steps = 0;
    stream::RoundWork work;
    std::uint64_t alive_after = 0;
    std::uint64_t hit_after = 0;
    stream::Queries queries;
  };
  struct Group {
    std::vector<float> dx, dy, dz;
    std::uint64_t rays = 0;
    std::uint64_t alive_at_start = 0;
    std::vector<Round> rounds;
  };
  struct RecordedFrame {
    std::string name;
    std::uint64_t pixels = 0;
    std::vector<Group> groups;
  };

  /// Consumes all frames of `source` by `plan`.
  MemorySource(const stream::QuerySource& source, const ConsumptionPlan& plan);

  [[nodiscard]] std::uint64_t frames() const override { return frames_.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override { return frames_.at(frame).name; }
  /// Gives the recorded rounds again. Whoever consumes it must follow the plan of the recording: other group sizes or step counts throw
  /// InvariantError. The frame must not outlive the source.
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;

  /// Queries of all frames.
  [[nodiscard]] std::uint64_t queries() const;

 private:
  std::uint64_t max_rays_;
  std::vector<RecordedFrame> frames_;
};

}  // namespace ngpcsim::workloads
