#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// What a workload gives to whoever runs it: frames, cut into groups of rays, each giving queries round by round. A group holds only its own
/// rays, so memory does not grow with the frame. This is the one header of workloads/ that models/ may include.
namespace ngpcsim::stream {

/// Queries of one round, structure of arrays, all vectors equally long. Positions lie in the unit cube; `ray` is the index of the ray
/// within its group.
struct Queries {
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> ray;

  [[nodiscard]] std::size_t size() const { return x.size(); }
  void clear() { x.clear(); y.clear(); z.clear(); ray.clear(); }
};

/// Unit directions of a group's rays, indexed by `Queries::ray`; empty where the application has none.
struct Directions {
  std::span<const float> x, y, z;
};

/// What a round did, for the cost model of the host.
struct RoundWork {
  std::uint64_t queries = 0;        ///< appended to the output
  std::uint64_t probes = 0;         ///< look-ups of the occupancy grid while marching
  std::uint64_t rays_marched = 0;   ///< rays alive at the start of the round
  std::uint64_t sorted = 0;         ///< queries that were put into another order before they went out
};

class RayGroup {
 public:
  virtual ~RayGroup() = default;
  [[nodiscard]] virtual std::uint64_t rays() const = 0;
  /// Rays that may still give queries.
  [[nodiscard]] virtual std::uint64_t rays_alive() const = 0;
  /// Rays that have given at least one query so far.
  [[nodiscard]] virtual std::uint64_t rays_hit() const = 0;
  /// Marches every living ray by up to `max_steps` queries and appends them to `out`, ray by ray, steps in order.
  virtual RoundWork next_round(std::uint32_t max_steps, Queries& out) = 0;
  /// The same for whoever only reads the queries: they are in `buffer`, or stay where the group keeps them until its next round.
  struct Round {
    RoundWork work;
    const Queries* queries = nullptr;
  };
  virtual Round next_round_in(std::uint32_t max_steps, Queries& buffer) {
    buffer.clear();
    const RoundWork work = next_round(max_steps, buffer);
    return {work, &buffer};
  }
  [[nodiscard]] virtual Directions directions() const = 0;
};

class Frame {
 public:
  virtual ~Frame() = default;
  [[nodiscard]] virtual std::uint64_t pixels() const = 0;
  /// The next group of at most `max_rays` consecutive pixels, or null after the last.
  [[nodiscard]] virtual std::unique_ptr<RayGroup> next_group(std::uint64_t max_rays) = 0;
};

class QuerySource {
 public:
  virtual ~QuerySource() = default;
  [[nodiscard]] virtual std::uint64_t frames() const = 0;
  /// A name for messages and per-frame results, such as "camera 12".
  [[nodiscard]] virtual std::string frame_name(std::uint64_t frame) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Frame> open_frame(std::uint64_t frame) const = 0;
};

}  // namespace ngpcsim::stream
