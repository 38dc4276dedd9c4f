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
  begun_ = true;
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

void TraceGroup::march_whole(stream::WholeRays& out) {
  check(!begun_, "whole rays of a group that has given a round");
  begun_ = true;
  const std::size_t before = out.rays.size();
  out.rays.resize(before + dx_.size());
  for (Living& ray : living_) {
    out.rays[before + ray.ray] = {.queries = ray.left, .tail_probes = ray.tail_probes, .alive = true, .ends_full = ray.ends_full,
                                  .direction = {dx_[ray.ray], dy_[ray.ray], dz_[ray.ray]}};
    hit_ += ray.left > 0 ? 1 : 0;
    for (; ray.left > 0; --ray.left) {  // one by one, because a decoder sums look-ups up
      stream::WholeRays::Query& query = out.queries.emplace_back();
      std::uint64_t probes = 0;
      decode(ray, 1, &query.x, &query.y, &query.z, probes);
      query.probes = static_cast<std::uint32_t>(probes);
    }
  }
  living_.clear();
}

void TraceGroup::decode(Living& ray, std::uint32_t count, float* x, float* y, float* z, std::uint64_t& probes) const {
  const PlacedBlock& place = *blocks_[ray.block];
  const bool good = ray.samples.decode(count, place.block, x, y, z, probes);
  if (!good || (ray.left == count && ray.samples.at != ray.samples.end))
    file_->fail(place.offset, "the samples of a ray do not decode to positions in the unit cube");
}

}  // namespace ngpcsim::workloads::trace
