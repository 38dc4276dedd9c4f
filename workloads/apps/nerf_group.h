#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "workloads/apps/march_kernel.h"
#include "workloads/apps/nerf_scene.h"
#include "workloads/apps/pixel_order.h"
#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads {

/// How rays are marched, the same for all groups of a frame.
struct MarchSetup {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t max_samples = 1024;  ///< per ray
  MarchFunction march = nullptr;
  float most_depth = std::numeric_limits<float>::infinity();  ///< optical depth from which a ray is dropped, when the round that reaches it ends
  std::uint64_t jitter_seed = 0;                              ///< rays begin a random part of a step later; 0: they do not
};

/// The rays of some pixels of one camera. Rays that miss the cube never live; those that leave it, have max_samples, or are so deep in matter that nothing
/// behind it shows, are dropped from the list of living ones, which keeps its order. How deep a ray is follows from the scene's own density, as the
/// values of a network are not known to a stream of queries; it is looked at when a round's results are there, so that the queries of the round in which a
/// ray becomes opaque are all given. Such rays cannot be told whole, since the rounds decide how many queries they give. Query positions are the samples in the scene's cube, scaled to the unit cube: (q - low) / aabb_scale.
class NerfGroup final : public stream::WholeRayGroup {
 public:
  NerfGroup(std::shared_ptr<const NerfScene> scene, const Camera& camera, const MarchSetup& setup, const PixelWalk& walk, PixelSpan span);

  [[nodiscard]] std::uint64_t rays() const override { return dx_.size(); }
  [[nodiscard]] std::uint64_t rays_alive() const override { return ray_.size(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return hit_; }
  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override;
  [[nodiscard]] stream::Directions directions() const override { return {dx_, dy_, dz_}; }
  bool next_whole(std::size_t most, stream::WholeRays& out) override;

 private:
  /// Entries [first, last) of the living rays: march, append their queries, move the survivors to `survivors` and on.
  void march_chunk(std::size_t first, std::size_t last, std::uint32_t max_steps, std::size_t& survivors, stream::RoundWork& work, stream::Queries& out);
  /// The march of `count` entries from `first` on, by quota_; sample_t_ has `stride` for each.
  [[nodiscard]] MarchJob job(std::size_t first, std::size_t count, std::size_t stride);
  [[nodiscard]] bool stops_early() const { return setup_.most_depth < std::numeric_limits<float>::infinity(); }
  /// Optical depth of an entry's samples.
  [[nodiscard]] float depth_of(std::uint32_t ray, const float* sample, std::size_t found) const;
  void append(std::size_t first, std::size_t last, std::size_t stride, std::size_t total, stream::Queries& out) const;
  /// Entries [first, first + count) to their ends, with `stride` places for the samples of each.
  void march_whole(std::size_t first, std::size_t count, std::size_t stride);
  /// What the ray in that place of the march became.
  void append_whole(std::size_t place, std::uint32_t ray, std::size_t stride, stream::WholeRays::Ray& whole, stream::WholeRays::Queries& out);

  std::shared_ptr<const NerfScene> scene_;
  MarchSetup setup_;
  Vec3 origin_;
  std::vector<float> dx_, dy_, dz_;          // by ray
  std::vector<std::uint32_t> ray_, samples_;  // by living ray, like the two below
  std::vector<float> t_, end_, depth_;        // depth_ only where rays stop early
  std::vector<std::uint32_t> quota_, found_;  // by entry of a chunk, like sample_t_
  std::vector<float> sample_t_;
  std::vector<std::uint32_t> sample_probes_, tail_probes_;  // like sample_t_ and found_, where rays are marched whole
  std::uint64_t hit_ = 0;
  bool in_rounds_ = false;
  std::size_t whole_rays_ = 0, whole_entries_ = 0;  // that were given whole, of all rays and of the living ones
};

}  // namespace ngpcsim::workloads
