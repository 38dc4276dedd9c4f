#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "workloads/apps/march_kernel.h"
#include "workloads/apps/nerf_group.h"
#include "workloads/apps/nerf_scene.h"
#include "workloads/apps/pixel_order.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// What is drawn of a scene: one frame per chosen camera.
struct Picture {
  std::uint32_t width = 800;
  std::uint32_t height = 800;
  std::uint32_t max_samples_per_ray = 1024;
  std::vector<std::uint32_t> cameras{};  ///< indices into NerfScene::cameras
  WalkParams walk{};
  float eye_distance = 0.0f;           ///< of a headset's eyes, which are drawn one after the other; 0: one eye
  float most_depth = std::numeric_limits<float>::infinity();  ///< as in MarchSetup, like the seed
  std::uint64_t jitter_seed = 0;
};

/// The queries of NeRF frames, marched on the fly: memory holds the scene and the groups that are open, never a frame.
class NerfSource final : public stream::QuerySource {
 public:
  /// `march` is one of march_variants() or null for the fastest.
  NerfSource(std::shared_ptr<const NerfScene> scene, Picture picture, MarchFunction march = nullptr);

  [[nodiscard]] std::uint64_t frames() const override { return picture_.cameras.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override;
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;

  [[nodiscard]] const NerfScene& scene() const { return *scene_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }

  /// Whether any ray of any frame gives a query. Looks at a few rows first, so that the usual "yes" costs next to nothing; a "no" costs the
  /// march of all frames.
  [[nodiscard]] bool any_ray_hits() const;

 private:
  [[nodiscard]] MarchSetup setup(std::uint64_t frame) const;

  std::shared_ptr<const NerfScene> scene_;
  Picture picture_;
  MarchFunction march_;
};

}  // namespace ngpcsim::workloads
