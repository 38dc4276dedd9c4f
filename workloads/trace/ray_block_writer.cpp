#include "workloads/trace/ray_block_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/base/error.h"
#include "workloads/trace/sample_encoder.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

using Ray = stream::WholeRays::Ray;
using Query = stream::WholeRays::Query;

/// Blocks of about a megabyte: long enough to compress, short enough to be read at once.
constexpr std::size_t kBlockSamples = std::size_t{1} << 18;
/// Steps of cone marching grow by 257/256 (workloads/apps/march_rule.h), others do not.
constexpr float kConeGrowth = 257.0f / 256;
/// More records a ray than a ray with a few gaps has: another growth may predict better.
constexpr std::size_t kManyRecords = 6;

void check_ray(const Ray& ray) {
  if (ray.queries > kMaxChunkBytes / kRecordBytes / 2)
    throw InputError({"WORKLOAD"}, fmt::format("a ray of {} queries", ray.queries), "rays that fit into a chunk of a trace");
  check(ray.alive || (ray.queries == 0 && ray.tail_probes == 0), "a ray that does not live gives {} samples", ray.queries);
  check(!ray.ends_full || ray.queries > 0, "a ray without samples ends with its last");
}

/// What most samples have, by the majority vote of Boyer and Moore. Samples that follow each other without a gap take one look-up: where these are more
/// than half, the vote is known.
std::uint32_t usual_probes(std::span<const Query> queries) {
  std::size_t ones = 0;
  for (const Query& query : queries) ones += query.probes == 1 ? 1u : 0u;
  if (2 * ones > queries.size()) return 1;
  std::uint32_t candidate = 0;
  std::uint64_t votes = 0;
  for (const Query& query : queries) {
    if (votes == 0) candidate = query.probes;
    votes = query.probes == candidate ? votes + 1 : votes - 1;
  }
  return candidate;
}

/// Where the parts of a payload lie. Directions of zeros are left out.
struct Layout {
  Layout(std::span<const Ray> rays, std::size_t with_samples, bool has_directions)
      : states(kRaysHeaderBytes), tails(states + 4 * rays.size()), lengths(tails + 4 * rays.size()), directions(lengths + 4 * with_samples),
        samples(directions + (has_directions ? 12 * with_samples : 0)) {}

  std::size_t states, tails, lengths, directions, samples;
};

template <class Value>
void store(char* at, Value value) {
  std::memcpy(at, &value, sizeof value);
}

void write_rays(std::span<const Ray> rays, const Layout& layout, char* raw) {
  char* state = raw + layout.states;
  char* tail = raw + layout.tails;
  char* direction = raw + layout.directions;
  for (const Ray& ray : rays) {
    store(state, ray.queries | (ray.alive ? kAlive : 0u) | (ray.ends_full ? kEndsFull : 0u));
    store(tail, ray.tail_probes);
    state += 4;
    tail += 4;
    if (ray.queries == 0 || layout.directions == layout.samples) continue;
    store(direction, ray.direction);
    direction += sizeof ray.direction;
  }
}

bool has_direction(const Ray& ray) {
  return ray.queries > 0 && std::any_of(ray.direction.begin(), ray.direction.end(), [](float d) { return std::bit_cast<std::uint32_t>(d) != 0; });
}

}  // namespace

bool RayBlockWriter::full() const { return end_ray_ - first_ray_ >= kMaxChunkRays || block_queries_ >= kBlockSamples; }

std::optional<RayBlockWriter::Block> RayBlockWriter::next(bool last) {
  while (!full() && end_ray_ < pending_.rays.size()) {
    const Ray& ray = pending_.rays[end_ray_++];
    check_ray(ray);
    block_queries_ += ray.queries;
  }
  if (!full() && !(last && end_ray_ > first_ray_)) {
    drop_written();
    return std::nullopt;
  }
  const Block block = encode(std::span(pending_.rays).subspan(first_ray_, end_ray_ - first_ray_), std::span(pending_.queries).subspan(first_query_, block_queries_));
  first_ray_ = end_ray_;
  first_query_ += block_queries_;
  block_queries_ = 0;
  return block;
}

void RayBlockWriter::drop_written() {
  pending_.rays.erase(pending_.rays.begin(), pending_.rays.begin() + static_cast<std::ptrdiff_t>(first_ray_));
  pending_.queries.erase(pending_.queries.begin(), pending_.queries.begin() + static_cast<std::ptrdiff_t>(first_query_));
  end_ray_ -= first_ray_;
  first_ray_ = first_query_ = 0;
}

RayBlockWriter::Block RayBlockWriter::encode(std::span<const Ray> rays, std::span<const Query> queries) {
  Block block{.rays = static_cast<std::uint32_t>(rays.size()), .queries = queries.size(), .probes = 0, .raw = {}};
  std::size_t with_samples = 0;
  for (const Ray& ray : rays) {
    with_samples += ray.queries > 0 ? 1u : 0u;
    block.probes += ray.tail_probes;
  }
  const bool has_directions = std::any_of(rays.begin(), rays.end(), has_direction);
  const Layout layout(rays, with_samples, has_directions);
  const std::uint32_t usual = usual_probes(queries);
  const std::size_t room = layout.samples + queries.size() * kRecordBytes + 1;
  if (raw_.size() < room) raw_.resize(room);
  float growth = 1.0f;
  EncodedSamples encoded = encode_samples(rays, queries, growth, usual, raw_.data() + layout.samples, raw_.data() + layout.lengths);
  block.probes += encoded.probes;
  if (encoded.bytes > queries.size() * kShortBytes + with_samples * kManyRecords * (kRecordBytes - kShortBytes)) {
    if (other_.size() < room) other_.resize(room);
    const EncodedSamples other = encode_samples(rays, queries, kConeGrowth, usual, other_.data() + layout.samples, other_.data() + layout.lengths);
    if (other.bytes < encoded.bytes) {
      std::swap(raw_, other_);
      encoded = other;
      growth = kConeGrowth;
    }
  }
  char* const raw = raw_.data();
  store(raw, static_cast<std::uint32_t>(queries.size()));
  store(raw + 4, static_cast<std::uint32_t>(with_samples));
  store(raw + 8, usual);
  store(raw + 12, growth);
  store(raw + 16, has_directions ? kHasDirections : 0u);
  write_rays(rays, layout, raw);
  block.raw = std::string_view(raw, layout.samples + encoded.bytes);
  return block;
}

}  // namespace ngpcsim::workloads::trace
