#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "workloads/stream/whole_rays.h"
#include "workloads/trace/ray_block.h"
#include "workloads/trace/trace_file.h"

namespace ngpcsim::workloads::trace {

/// A chunk of rays and where it came from, shared by the groups that hold rays of it.
struct PlacedBlock {
  RayBlock block;
  std::uint64_t offset = 0;
};

/// Rays of a trace as a group. A ray that is asked for more samples than it has left dies and adds its last look-ups, as one that was marched does; one
/// that has given exactly its last sample dies with it only where the recording says so.
class TraceGroup final : public stream::WholeRayGroup {
 public:
  explicit TraceGroup(std::shared_ptr<const TraceFile> file) : file_(std::move(file)) {}
  /// Room for this many rays; more may follow.
  void reserve(std::size_t rays);
  /// The rays that are added next lie in this block.
  void add_block(std::shared_ptr<const PlacedBlock> block) { blocks_.push_back(std::move(block)); }
  void add_ray(const RayBlock::Ray& ray);

  [[nodiscard]] std::uint64_t rays() const override { return dx_.size(); }
  [[nodiscard]] std::uint64_t rays_alive() const override { return living_.size(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return hit_; }
  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override { return march(max_steps, out, out.size()); }
  Round next_round_in(std::uint32_t max_steps, stream::Queries& buffer) override;
  [[nodiscard]] stream::Directions directions() const override { return {dx_, dy_, dz_}; }
  bool next_whole(std::size_t most, stream::WholeRays& out) override;

 private:
  /// A ray between two rounds, as small as it can be: a round reads and writes those of every living ray. Places are those in its block.
  struct Living {
    Words position_at{};  ///< coordinates of its track's position, and the place of its next sample
    Words step_end{};     ///< coordinates of its track's step, and the place behind its samples
    std::uint32_t tail_probes = 0;
    std::uint32_t ray = 0;
    std::uint32_t block = 0;
    bool after_record = false;
    bool ends_full = false;
    bool hit = false;
  };
  [[nodiscard]] RaySampler sampler(const Living& ray) const;
  /// A round whose queries are those of `out` from the place `at`, its last.
  stream::RoundWork march(std::uint32_t max_steps, stream::Queries& out, std::size_t at);
  /// The next `count` samples of the ray to x, y and z; `last`: it has no more.
  void decode(Living& ray, std::uint32_t count, bool last, float* x, float* y, float* z, std::uint64_t& probes) const;
  [[noreturn]] void fail(const PlacedBlock& place) const;

  std::shared_ptr<const TraceFile> file_;
  std::vector<std::shared_ptr<const PlacedBlock>> blocks_;
  std::vector<float> dx_, dy_, dz_;
  std::vector<Living> living_;
  std::vector<std::uint32_t> left_;  // samples of each living ray
  std::uint64_t hit_ = 0;
  bool in_rounds_ = false;
  std::size_t whole_rays_ = 0, whole_living_ = 0;  // that were given whole, of all rays and of the living ones
};

}  // namespace ngpcsim::workloads::trace
