#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "workloads/apps/pixel_order.h"
#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads {

/// When a host drops finished rays from its launches. Until then a launch evaluates their last query again, and nobody looks at the result.
/// Drops come before round 0 and then after 1, 2, 3 ... rounds more, `most` at most (instant-ngp, SphereTracer::trace: min(i, 4) steps); with
/// `growing` off always after `most` rounds.
class CompactionSchedule {
 public:
  CompactionSchedule(std::uint32_t most, bool growing) : most_(most), gap_(growing ? 1 : most), growing_(growing) {}

  /// Whether finished rays are dropped before the next round. Called once a round.
  [[nodiscard]] bool drops() {
    if (left_-- > 0) return false;
    left_ = gap_ - 1;
    if (growing_ && gap_ < most_) ++gap_;
    return true;
  }

 private:
  std::uint32_t most_, gap_, left_ = 0;
  bool growing_;
};

/// What a marcher tells of a ray's next query.
struct Step {
  bool found = false;          ///< the ray has a query; otherwise it has ended
  bool last = false;           ///< it is known without its result that it is the ray's last
  std::uint32_t probes = 0;    ///< look-ups that this took
  std::array<float, 3> position{};
};

/// A group whose rays give one query a round, since the next one depends on the result of the last. `Marcher` has
///
///   struct Ray;                                             state of a ray, copyable
///   bool begin(Pixel pixel, Ray& ray) const;                false: the ray never lives
///   Step next(Ray& ray) const;                              to the ray's next query; not called again once found was false or last true
///   CompactionSchedule compaction() const;
///   const PixelWalk& walk() const;
///
/// and is shared by all groups of a frame. Rays have no directions.
template <class Marcher>
class SteppedGroup final : public stream::WholeRayGroup {
 public:
  SteppedGroup(std::shared_ptr<const Marcher> marcher, PixelSpan span) : marcher_(std::move(marcher)), rays_(span.count), compaction_(marcher_->compaction()) {
    Living living;
    for (std::uint64_t i = 0; i < span.count; ++i) {
      if (!marcher_->begin(marcher_->walk().at(span.first + i), living.ray)) continue;
      living.number = static_cast<std::uint32_t>(i);
      living_.push_back(living);
    }
  }

  [[nodiscard]] std::uint64_t rays() const override { return rays_; }
  [[nodiscard]] std::uint64_t rays_alive() const override { return living_.size(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return hit_; }
  [[nodiscard]] stream::Directions directions() const override { return {}; }

  /// Gives one query of every living ray, however many are asked for.
  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override {
    check(max_steps > 0, "a round of no steps");
    check(whole_ == 0, "a round of a group that gave whole rays");
    in_rounds_ = true;
    stream::RoundWork work{.queries = 0, .probes = 0, .rays_marched = living_.size()};
    const bool drop = compaction_.drops();
    std::size_t survivors = 0;
    for (std::size_t i = 0; i < living_.size(); ++i) {
      Living& living = living_[i];
      if (!step(living, drop, work.probes)) continue;
      append(living, out);
      ++work.queries;
      if (!living.last) living_[survivors++] = living;
    }
    living_.resize(survivors);
    return work;
  }

  bool next_whole(std::size_t most, stream::WholeRays& out) override {
    check(!in_rounds_, "whole rays of a group that gave rounds");
    const std::uint64_t end = std::min<std::uint64_t>(whole_ + most, rays_);
    if (whole_ == end) return false;
    for (; whole_ < end; ++whole_) {
      stream::WholeRays::Ray& whole = out.rays.emplace_back();
      if (whole_living_ < living_.size() && living_[whole_living_].number == whole_) append_whole(living_[whole_living_++], whole, out.queries);
    }
    if (end == rays_) living_.clear();
    return true;
  }

 private:
  struct Living {
    typename Marcher::Ray ray{};
    std::array<float, 3> position{};
    std::uint32_t number = 0;
    bool given = false;  ///< at least one query
    bool ended = false;  ///< has no further query of its own
    bool last = false;   ///< it ended with its last query, not behind it
  };

  /// The round of one ray: true where it gives a query, its own or its last one again.
  [[nodiscard]] bool step(Living& living, bool drop, std::uint64_t& probes) {
    if (!living.ended) {
      const Step next = marcher_->next(living.ray);
      probes += next.probes;
      if (next.found) {
        hit_ += living.given ? 0 : 1;
        living.position = next.position;
        living.given = true;
        living.ended = living.last = next.last;
        return true;
      }
      living.ended = true;
    }
    return living.given && !drop;
  }

  static void append(const Living& living, stream::Queries& out) {
    out.x.push_back(living.position[0]);
    out.y.push_back(living.position[1]);
    out.z.push_back(living.position[2]);
    out.ray.push_back(living.number);
  }

  /// The rounds of one ray, as next_round() gives them.
  void append_whole(Living& living, stream::WholeRays::Ray& whole, stream::WholeRays::Queries& queries) {
    whole.alive = true;
    CompactionSchedule compaction = marcher_->compaction();
    std::uint64_t probes = 0;
    while (step(living, compaction.drops(), probes)) {
      const auto& [x, y, z] = living.position;
      queries.push_back({.x = x, .y = y, .z = z, .probes = static_cast<std::uint32_t>(std::exchange(probes, 0))});
      ++whole.queries;
      whole.ends_full = living.last;
      if (living.last) return;
    }
    whole.tail_probes = static_cast<std::uint32_t>(probes);
  }

  std::shared_ptr<const Marcher> marcher_;
  std::uint64_t rays_;
  CompactionSchedule compaction_;
  std::vector<Living> living_;
  std::uint64_t hit_ = 0;
  bool in_rounds_ = false;
  std::uint64_t whole_ = 0;        ///< rays that were given whole, living or not
  std::size_t whole_living_ = 0;   ///< living ones of them
};

}  // namespace ngpcsim::workloads
