#include "workloads/apps/nerf_group.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "workloads/apps/box_crossing.h"

namespace ngpcsim::workloads {
namespace {

/// Samples kept between marching and appending: 256 KiB, so that they stay in the cache.
constexpr std::size_t kChunkSamples = std::size_t{1} << 16;
constexpr std::size_t kMaxChunkRays = 4096;
/// Rays marched whole at a time: the last of them leave lanes empty, so not too few; what they touch stays in the cache beside the grid, so not
/// too many. Most have far fewer samples than they may; a line more for each lets their first samples lie in different sets of the cache.
constexpr std::size_t kMaxWholeSamples = std::size_t{1} << 19;
constexpr std::size_t kMaxWholeRays = 256;
constexpr std::size_t kLineFloats = 64 / sizeof(float);

/// How much later than just behind the face (by 1e-6, as in instant-ngp) a ray begins.
float late_start(const MarchRule& rule, std::uint64_t jitter_seed, std::uint64_t pixel, float enter) {
  if (jitter_seed == 0) return 0.0f;
  return Rng(mix64(jitter_seed) + pixel).unit() * step_length(rule.cone, enter);
}

}  // namespace

NerfGroup::NerfGroup(std::shared_ptr<const NerfScene> scene, const Camera& camera, const MarchSetup& setup, const PixelWalk& walk, PixelSpan span)
    : scene_(std::move(scene)), setup_(setup), origin_(camera.origin()), dx_(span.count), dy_(span.count), dz_(span.count) {
  const PixelRays picture(camera, setup.width, setup.height);
  ray_.reserve(span.count);
  t_.reserve(span.count);
  end_.reserve(span.count);
  const float near = scene_->rule.low, far = scene_->rule.high;
  const Vec3 low{near, near, near}, high{far, far, far};
  for (std::size_t i = 0; i < span.count; ++i) {
    const Pixel pixel = walk.at(span.first + i);
    const Vec3 d = picture.direction(pixel.x, pixel.y);
    dx_[i] = d[0];
    dy_[i] = d[1];
    dz_[i] = d[2];
    const BoxSpan inside = cross_box(origin_, d, low, high);
    if (inside.enter < inside.leave) {
      ray_.push_back(static_cast<std::uint32_t>(i));
      t_.push_back(inside.enter + 1e-6f + late_start(scene_->rule, setup.jitter_seed, std::uint64_t{pixel.y} * setup.width + pixel.x, inside.enter));
      end_.push_back(std::min(inside.leave, kMaxDepth));
    }
  }
  samples_.assign(ray_.size(), 0);
  if (stops_early()) depth_.assign(ray_.size(), 0.0f);
}

stream::RoundWork NerfGroup::next_round(std::uint32_t max_steps, stream::Queries& out) {
  check(max_steps > 0, "a round of no steps");
  check(whole_rays_ == 0, "a round of a group that gave whole rays");
  in_rounds_ = true;
  stream::RoundWork work;
  work.rays_marched = ray_.size();
  const std::uint32_t steps = std::min(max_steps, setup_.max_samples);
  const std::size_t chunk = std::clamp<std::size_t>(kChunkSamples / steps, 64, kMaxChunkRays);
  sample_t_.resize(std::min(chunk, ray_.size()) * steps);
  std::size_t survivors = 0;
  for (std::size_t first = 0; first < work.rays_marched; first += chunk)
    march_chunk(first, std::min<std::size_t>(first + chunk, work.rays_marched), steps, survivors, work, out);
  ray_.resize(survivors);
  samples_.resize(survivors);
  t_.resize(survivors);
  end_.resize(survivors);
  if (stops_early()) depth_.resize(survivors);
  return work;
}

void NerfGroup::march_chunk(std::size_t first, std::size_t last, std::uint32_t max_steps, std::size_t& survivors, stream::RoundWork& work,
                            stream::Queries& out) {
  const std::size_t count = last - first;
  quota_.resize(count);
  found_.resize(count);
  for (std::size_t i = 0; i < count; ++i) quota_[i] = std::min(max_steps, setup_.max_samples - samples_[first + i]);
  work.probes += setup_.march(job(first, count, max_steps));
  std::size_t total = 0;
  for (const std::uint32_t found : found_) total += found;
  append(first, last, max_steps, total, out);
  work.queries += total;

  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = first + i;
    if (samples_[from] == 0 && found_[i] > 0) ++hit_;
    const std::uint32_t samples = samples_[from] + found_[i];
    if (found_[i] < quota_[i] || samples == setup_.max_samples) continue;
    if (stops_early()) {
      const float depth = depth_[from] + depth_of(ray_[from], sample_t_.data() + i * max_steps, found_[i]);
      if (depth > setup_.most_depth) continue;
      depth_[survivors] = depth;
    }
    ray_[survivors] = ray_[from];
    t_[survivors] = t_[from];
    end_[survivors] = end_[from];
    samples_[survivors++] = samples;
  }
}

MarchJob NerfGroup::job(std::size_t first, std::size_t count, std::size_t stride) {
  return {.grid = scene_->grid, .rule = scene_->rule, .cone = scene_->cone, .origin = origin_,
          .dx = dx_, .dy = dy_, .dz = dz_, .ray = std::span(ray_).subspan(first, count), .quota = quota_,
          .t = std::span(t_).subspan(first, count), .end = std::span(end_).subspan(first, count),
          .found = found_, .sample_t = sample_t_, .stride = stride};
}

float NerfGroup::depth_of(std::uint32_t ray, const float* sample, std::size_t found) const {
  float depth = 0.0f;
  for (std::size_t k = 0; k < found; ++k) {
    const Vec3 position{origin_[0] + sample[k] * dx_[ray], origin_[1] + sample[k] * dy_[ray], origin_[2] + sample[k] * dz_[ray]};
    depth += scene_->density.at(position) * step_length(scene_->rule.cone, sample[k]);
  }
  return depth;
}

void NerfGroup::append(std::size_t first, std::size_t last, std::size_t stride, std::size_t total, stream::Queries& out) const {
  std::size_t at = out.size();
  out.x.resize(at + total);
  out.y.resize(at + total);
  out.z.resize(at + total);
  out.ray.resize(at + total);
  const float low = scene_->rule.low;
  const float shrink = 1.0f / static_cast<float>(scene_->aabb_scale);  // a power of two: exact
  for (std::size_t entry = first; entry < last; ++entry) {
    const std::uint32_t ray = ray_[entry];
    const float* sample = sample_t_.data() + (entry - first) * stride;
    for (std::size_t k = 0; k < found_[entry - first]; ++k, ++at) {
      out.x[at] = (origin_[0] + sample[k] * dx_[ray] - low) * shrink;
      out.y[at] = (origin_[1] + sample[k] * dy_[ray] - low) * shrink;
      out.z[at] = (origin_[2] + sample[k] * dz_[ray] - low) * shrink;
      out.ray[at] = ray;
    }
  }
}

bool NerfGroup::next_whole(std::size_t most, stream::WholeRays& out) {
  check(!in_rounds_, "whole rays of a group that gave rounds");
  check(!stops_early(), "whole rays, where rounds decide when they end");
  const std::size_t end = std::min(whole_rays_ + most, dx_.size());
  if (whole_rays_ == end) return false;
  const std::size_t before = out.rays.size();
  out.rays.resize(before + end - whole_rays_);
  const auto rays = std::span(out.rays).subspan(before);
  const std::size_t stride = setup_.max_samples + kLineFloats;
  const std::size_t chunk = std::clamp<std::size_t>(kMaxWholeSamples / stride, 64, kMaxWholeRays);
  for (; whole_entries_ < ray_.size() && ray_[whole_entries_] < end; ++whole_entries_) {
    if (whole_entries_ % chunk == 0) march_whole(whole_entries_, std::min(chunk, ray_.size() - whole_entries_), stride);
    append_whole(whole_entries_ % chunk, ray_[whole_entries_], stride, rays[ray_[whole_entries_] - whole_rays_], out.queries);
  }
  whole_rays_ = end;
  if (end == dx_.size()) ray_.clear();
  return true;
}

void NerfGroup::march_whole(std::size_t first, std::size_t count, std::size_t stride) {
  quota_.assign(count, setup_.max_samples);
  found_.resize(count);
  tail_probes_.resize(count);
  if (sample_t_.size() < count * stride) {
    sample_t_.resize(count * stride);
    sample_probes_.resize(count * stride);
  }
  MarchJob whole = job(first, count, stride);
  whole.sample_probes = sample_probes_;
  whole.tail_probes = tail_probes_;
  setup_.march(whole);
}

void NerfGroup::append_whole(std::size_t place, std::uint32_t ray, std::size_t stride, stream::WholeRays::Ray& whole, stream::WholeRays::Queries& out) {
  // The three coordinates as a vector: the operations of append(), lane by lane, and then the look-ups in the place of the fourth lane.
  using Lanes = float __attribute__((vector_size(16)));
  using Query = stream::WholeRays::Query;
  static_assert(sizeof(Lanes) == sizeof(Query) && offsetof(Query, probes) == 12);
  const std::uint32_t found = found_[place];
  whole = {.queries = found, .tail_probes = tail_probes_[place], .alive = true, .ends_full = found == setup_.max_samples,
           .direction = {dx_[ray], dy_[ray], dz_[ray]}};
  if (found == 0) return;
  ++hit_;
  const Lanes origin{origin_[0], origin_[1], origin_[2], 0.0f};
  const Lanes d{dx_[ray], dy_[ray], dz_[ray], 0.0f};
  const float low = scene_->rule.low;
  const float shrink = 1.0f / static_cast<float>(scene_->aabb_scale);
  const float* t = sample_t_.data() + place * stride;
  const std::uint32_t* probes = sample_probes_.data() + place * stride;
  for (const std::size_t line : {0u, 1u, 2u, 3u}) {  // of the next ray
    __builtin_prefetch(t + stride + line * kLineFloats);
    __builtin_prefetch(probes + stride + line * kLineFloats);
  }
  const std::size_t at = out.size();
  out.resize(at + found);
  Query* const end = out.data() + out.size();
  for (Query* to = out.data() + at; to != end; ++to, ++t, ++probes) {
    const Lanes q = (origin + *t * d - low) * shrink;
    std::memcpy(to, &q, sizeof q);
    to->probes = *probes;
  }
}

}  // namespace ngpcsim::workloads
