#include "workloads/apps/nerf_group.h"

#include <algorithm>
#include <numeric>

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

/// Samples kept between marching and appending: 256 KiB, so that they stay in the cache.
constexpr std::size_t kChunkSamples = std::size_t{1} << 16;
constexpr std::size_t kMaxChunkRays = 4096;
/// Rays marched whole at a time: the last of them leave lanes empty, so not too few. Most have far fewer samples than they may, so that little of
/// the room for their samples is touched; a line more for each ray lets first samples lie in different sets of the cache.
constexpr std::size_t kMaxWholeSamples = std::size_t{1} << 21;
constexpr std::size_t kMaxWholeRays = 1024;
constexpr std::size_t kLineFloats = 64 / sizeof(float);

struct Interval {
  float enter = 0.0f;
  float leave = 1e9f;
};

/// Where the ray is inside the cube of `rule`. Comparisons are written as std::min and std::max of (near, far) so that a NaN from 0 / 0 (a ray in
/// the plane of a face) drops out.
Interval cross(const MarchRule& rule, const Vec3& origin, const Vec3& direction) {
  Interval interval;
  for (std::size_t r = 0; r < 3; ++r) {
    const float inverse = 1 / direction[r];
    const float a = (rule.low - origin[r]) * inverse;
    const float b = (rule.high - origin[r]) * inverse;
    interval.enter = std::max(interval.enter, std::min(a, b));
    interval.leave = std::min(interval.leave, std::max(a, b));
  }
  return interval;
}

}  // namespace

NerfGroup::NerfGroup(std::shared_ptr<const NerfScene> scene, const Camera& camera, const MarchSetup& setup, PixelSpan pixels)
    : scene_(std::move(scene)), setup_(setup), origin_(camera.origin()), dx_(pixels.count), dy_(pixels.count), dz_(pixels.count) {
  const PixelRays picture(camera, setup.width, setup.height);
  auto x = static_cast<std::uint32_t>(pixels.first % setup.width);
  auto y = static_cast<std::uint32_t>(pixels.first / setup.width);
  ray_.reserve(pixels.count);
  t_.reserve(pixels.count);
  end_.reserve(pixels.count);
  for (std::size_t i = 0; i < pixels.count; ++i) {
    const Vec3 d = picture.direction(x, y);
    dx_[i] = d[0];
    dy_[i] = d[1];
    dz_[i] = d[2];
    const Interval inside = cross(scene_->rule, origin_, d);
    if (inside.enter < inside.leave) {
      ray_.push_back(static_cast<std::uint32_t>(i));
      t_.push_back(inside.enter + 1e-6f);  // instant-ngp starts just behind the face
      end_.push_back(std::min(inside.leave, kMaxDepth));
    }
    if (++x == setup.width) {
      x = 0;
      ++y;
    }
  }
  samples_.assign(ray_.size(), 0);
}

stream::RoundWork NerfGroup::next_round(std::uint32_t max_steps, stream::Queries& out) {
  check(max_steps > 0, "a round of no steps");
  begun_ = true;
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

void NerfGroup::march_whole(stream::WholeRays& out) {
  check(!begun_, "whole rays of a group that has given a round");
  begun_ = true;
  const std::size_t before = out.rays.size();
  out.rays.resize(before + dx_.size());
  const auto rays = std::span(out.rays).subspan(before);
  const std::size_t stride = setup_.max_samples + kLineFloats;
  const std::size_t chunk = std::min(std::clamp<std::size_t>(kMaxWholeSamples / stride, 64, kMaxWholeRays), ray_.size());
  quota_.assign(chunk, setup_.max_samples);
  sample_t_.resize(chunk * stride);
  sample_probes_.resize(chunk * stride);
  for (std::size_t first = 0; first < ray_.size(); first += chunk) {
    const std::size_t count = std::min(chunk, ray_.size() - first);
    quota_.resize(count);
    found_.resize(count);
    tail_probes_.resize(count);
    MarchJob whole = job(first, count, stride);
    whole.sample_probes = sample_probes_;
    whole.tail_probes = tail_probes_;
    setup_.march(whole);
    append_whole(first, count, stride, rays, out.queries);
  }
  ray_.clear(), samples_.clear(), t_.clear(), end_.clear();
}

void NerfGroup::append_whole(std::size_t first, std::size_t count, std::size_t stride, std::span<stream::WholeRays::Ray> rays,
                             std::vector<stream::WholeRays::Query>& out) {
  std::size_t at = out.size();
  out.resize(at + std::accumulate(found_.begin(), found_.end(), std::size_t{0}));
  const float low = scene_->rule.low;
  const float shrink = 1.0f / static_cast<float>(scene_->aabb_scale);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t ray = ray_[first + i];
    if (found_[i] > 0) ++hit_;
    rays[ray] = {.queries = found_[i], .tail_probes = tail_probes_[i], .alive = true, .ends_full = found_[i] == setup_.max_samples, .direction = {dx_[ray], dy_[ray], dz_[ray]}};
    const float* t = sample_t_.data() + i * stride;
    const std::uint32_t* probes = sample_probes_.data() + i * stride;
    for (std::uint32_t k = 0; k < found_[i]; ++k, ++at)
      out[at] = {.x = (origin_[0] + t[k] * dx_[ray] - low) * shrink,
                 .y = (origin_[1] + t[k] * dy_[ray] - low) * shrink,
                 .z = (origin_[2] + t[k] * dz_[ray] - low) * shrink,
                 .probes = probes[k]};
  }
}

}  // namespace ngpcsim::workloads
