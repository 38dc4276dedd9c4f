#include "workloads/trace/trace_group.h"

#include <algorithm>

#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

/// A round reads a few bytes of every ray, each from another place.
constexpr std::size_t kPrefetchRays = 6;

}  // namespace

void TraceGroup::add_ray(const RayBlock::Ray& ray) {
  if ((ray.state & kAlive) != 0)
    living_.push_back({.samples = {.at = ray.begin, .end = ray.end, .track = {}},
                       .left = ray.state & kSampleMask,
                       .tail_probes = ray.tail_probes,
                       .ray = static_cast<std::uint32_t>(dx_.size()),
                       .block = static_cast<std::uint32_t>(blocks_.size() - 1),
                       .ends_full = (ray.state & kEndsFull) != 0});
  dx_.push_back(ray.direction[0]);
  dy_.push_back(ray.direction[1]);
  dz_.push_back(ray.direction[2]);
}

stream::RoundWork TraceGroup::next_round(std::uint32_t max_steps, stream::Queries& out) {
  check(max_steps > 0, "a round of no steps");
  check(whole_rays_ == 0, "a round of a group that gave whole rays");
  in_rounds_ = true;
  stream::RoundWork work;
  work.rays_marched = living_.size();
  for (const Living& ray : living_) work.queries += std::min(max_steps, ray.left);
  std::size_t at = out.size();
  const std::size_t end = at + work.queries;
  out.x.resize(end);
  out.y.resize(end);
  out.z.resize(end);
  out.ray.resize(end);
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < living_.size(); ++i) {
    Living& ray = living_[i];
    __builtin_prefetch(living_[std::min(i + kPrefetchRays, living_.size() - 1)].samples.at);
    const std::uint32_t count = std::min(max_steps, ray.left);
    if (count > 0) {
      decode(ray, count, out.x.data() + at, out.y.data() + at, out.z.data() + at, work.probes);
      std::fill_n(out.ray.data() + at, count, ray.ray);
    }
    hit_ += count > 0 && !ray.hit ? 1 : 0;
    ray.hit |= count > 0;
    ray.left -= count;
    at += count;
    if (count < max_steps) work.probes += ray.tail_probes;
    else if (ray.left > 0 || !ray.ends_full) {
      if (&living_[survivors] != &ray) living_[survivors] = ray;
      ++survivors;
    }
  }
  living_.resize(survivors);
  return work;
}

bool TraceGroup::next_whole(std::size_t most, stream::WholeRays& out) {
  check(!in_rounds_, "whole rays of a group that gave rounds");
  const std::size_t end = std::min(whole_rays_ + most, dx_.size());
  if (whole_rays_ == end) return false;
  const auto rays = out.rays.insert(out.rays.end(), end - whole_rays_, {});
  for (; whole_living_ < living_.size() && living_[whole_living_].ray < end; ++whole_living_) {
    Living& ray = living_[whole_living_];
    rays[ray.ray - static_cast<std::ptrdiff_t>(whole_rays_)] = {.queries = ray.left, .tail_probes = ray.tail_probes, .alive = true, .ends_full = ray.ends_full,
                                                                .direction = {dx_[ray.ray], dy_[ray.ray], dz_[ray.ray]}};
    hit_ += ray.left > 0 ? 1 : 0;
    const std::size_t at = out.queries.size();
    out.queries.resize(at + ray.left);
    const PlacedBlock& place = *blocks_[ray.block];
    if (!ray.samples.decode(std::span(out.queries).subspan(at), place.block) || ray.samples.at != ray.samples.end) fail(place);
  }
  whole_rays_ = end;
  if (end == dx_.size()) living_.clear();
  return true;
}

void TraceGroup::decode(Living& ray, std::uint32_t count, float* x, float* y, float* z, std::uint64_t& probes) const {
  const PlacedBlock& place = *blocks_[ray.block];
  const bool good = ray.samples.decode(count, place.block, x, y, z, probes);
  if (!good || (ray.left == count && ray.samples.at != ray.samples.end)) fail(place);
}

void TraceGroup::fail(const PlacedBlock& place) const { file_->fail(place.offset, "the samples of a ray do not decode to positions in the unit cube"); }

}  // namespace ngpcsim::workloads::trace
