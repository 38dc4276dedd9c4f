#include "workloads/trace/trace_group.h"

#include <algorithm>

#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

/// A round reads a few bytes of every ray, each from another place.
constexpr std::size_t kPrefetchRays = 6;

}  // namespace

void TraceGroup::reserve(std::size_t rays) {
  living_.reserve(rays);
  left_.reserve(rays);
  for (std::vector<float>* const direction : {&dx_, &dy_, &dz_}) direction->reserve(rays);
}

void TraceGroup::add_ray(const RayBlock::Ray& ray) {
  if ((ray.state & kAlive) != 0) {
    const char* const data = blocks_.back()->block.data();
    const auto place = [data](const char* at) { return at == nullptr ? 0u : static_cast<std::uint32_t>(at - data); };
    living_.push_back({.position_at = Words{0, 0, 0, place(ray.begin)},
                       .step_end = Words{0, 0, 0, place(ray.end)},
                       .tail_probes = ray.tail_probes,
                       .ray = static_cast<std::uint32_t>(dx_.size()),
                       .block = static_cast<std::uint32_t>(blocks_.size() - 1),
                       .ends_full = (ray.state & kEndsFull) != 0});
    left_.push_back(ray.state & kSampleMask);
  }
  dx_.push_back(ray.direction[0]);
  dy_.push_back(ray.direction[1]);
  dz_.push_back(ray.direction[2]);
}

RaySampler TraceGroup::sampler(const Living& ray) const {
  const char* const data = blocks_[ray.block]->block.data();
  return {.at = data + ray.position_at[3],
          .end = data + ray.step_end[3],
          .track = {.position = std::bit_cast<Floats>(ray.position_at & kCoordinates), .step = std::bit_cast<Floats>(ray.step_end & kCoordinates), .after_record = ray.after_record}};
}

stream::RayGroup::Round TraceGroup::next_round_in(std::uint32_t max_steps, stream::Queries& buffer) {
  return {march(max_steps, buffer, 0), &buffer};  // what the buffer holds is overwritten, not cleared and made anew
}

stream::RoundWork TraceGroup::march(std::uint32_t max_steps, stream::Queries& out, std::size_t at) {
  check(max_steps > 0, "a round of no steps");
  check(whole_rays_ == 0, "a round of a group that gave whole rays");
  in_rounds_ = true;
  stream::RoundWork work;
  work.rays_marched = living_.size();
  for (const std::uint32_t left : left_) work.queries += std::min(max_steps, left);
  const std::size_t end = at + work.queries;
  out.x.resize(end);
  out.y.resize(end);
  out.z.resize(end);
  out.ray.resize(end);
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < living_.size(); ++i) {
    Living& ray = living_[i];
    const Living& later = living_[std::min(i + kPrefetchRays, living_.size() - 1)];
    const char* const samples = blocks_[later.block]->block.data() + later.position_at[3];
    __builtin_prefetch(samples);
    __builtin_prefetch(samples + 40);
    const std::uint32_t count = std::min(max_steps, left_[i]), left = left_[i] - count;
    if (count > 0) {
      decode(ray, count, left == 0, out.x.data() + at, out.y.data() + at, out.z.data() + at, work.probes);
      std::fill_n(out.ray.data() + at, count, ray.ray);
      hit_ += ray.hit ? 0 : 1;
      ray.hit = true;
    }
    at += count;
    if (count < max_steps) work.probes += ray.tail_probes;
    else if (left > 0 || !ray.ends_full) {
      if (survivors != i) living_[survivors] = ray;
      left_[survivors++] = left;
    }
  }
  living_.resize(survivors);
  left_.resize(survivors);
  return work;
}

bool TraceGroup::next_whole(std::size_t most, stream::WholeRays& out) {
  check(!in_rounds_, "whole rays of a group that gave rounds");
  const std::size_t end = std::min(whole_rays_ + most, dx_.size());
  if (whole_rays_ == end) return false;
  const auto rays = out.rays.insert(out.rays.end(), end - whole_rays_, {});
  for (; whole_living_ < living_.size() && living_[whole_living_].ray < end; ++whole_living_) {
    const Living& ray = living_[whole_living_];
    const std::uint32_t left = left_[whole_living_];
    rays[ray.ray - static_cast<std::ptrdiff_t>(whole_rays_)] = {.queries = left, .tail_probes = ray.tail_probes, .alive = true, .ends_full = ray.ends_full,
                                                                .direction = {dx_[ray.ray], dy_[ray.ray], dz_[ray.ray]}};
    hit_ += left > 0 ? 1 : 0;
    const std::size_t at = out.queries.size();
    out.queries.resize(at + left);
    const PlacedBlock& place = *blocks_[ray.block];
    RaySampler samples = sampler(ray);
    if (!samples.decode(std::span(out.queries).subspan(at), place.block) || samples.at != samples.end) fail(place);
  }
  whole_rays_ = end;
  if (end == dx_.size()) living_.clear();
  return true;
}

void TraceGroup::decode(Living& ray, std::uint32_t count, bool last, float* x, float* y, float* z, std::uint64_t& probes) const {
  const PlacedBlock& place = *blocks_[ray.block];
  RaySampler samples = sampler(ray);
  const bool good = samples.decode(count, place.block, x, y, z, probes);
  if (!good || (last && samples.at != samples.end)) fail(place);
  ray.position_at = std::bit_cast<Words>(samples.track.position);
  ray.position_at[3] = static_cast<std::uint32_t>(samples.at - place.block.data());
  const std::uint32_t end = ray.step_end[3];
  ray.step_end = std::bit_cast<Words>(samples.track.step);
  ray.step_end[3] = end;
  ray.after_record = samples.track.after_record;
}

void TraceGroup::fail(const PlacedBlock& place) const { file_->fail(place.offset, "the samples of a ray do not decode to positions in the unit cube"); }

}  // namespace ngpcsim::workloads::trace
