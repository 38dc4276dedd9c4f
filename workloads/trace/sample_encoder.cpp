#include "workloads/trace/sample_encoder.h"

#include <algorithm>
#include <cstring>

#include "sim/base/error.h"
#include "workloads/trace/byte_text.h"
#include "workloads/trace/sample_lanes.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

using Ray = stream::WholeRays::Ray;
using Query = stream::WholeRays::Query;
static_assert(sizeof(Query) == sizeof(Words), "a query is a vector");

/// Added to the differences of a short sample so that they are from 0 on, and the bits that they have then: of coordinates five, of look-ups none.
constexpr Words kShortBias{16, 16, 16, 0};
constexpr Words kNotShort{~31u, ~31u, ~31u, ~0u};
/// The same of a wide sample.
constexpr Words kWideBias{128, 128, 128, 0};
constexpr Words kNotWide{~255u, ~255u, ~255u, ~0u};

[[nodiscard]] Words load_query(const Query& query) {
  Words bits;
  std::memcpy(&bits, &query, sizeof bits);
  return bits;
}

void check_positions(std::span<const Query> queries) {
  for (const Query& q : queries) {
    const bool inside = std::min({q.x, q.y, q.z}) >= 0.0f && std::max({q.x, q.y, q.z}) <= 1.0f && q.x == q.x && q.y == q.y && q.z == q.z;
    check(inside, "the position ({}, {}, {}) lies outside the unit cube", q.x, q.y, q.z);
  }
}

char* put_wide(char* to, Words residual) {
  return put(to, kWideMark | (residual[0] & 0xFF) | (residual[1] & 0xFF) << 16 | residual[2] << 24);
}

char* put_record(char* to, Words bits) {
  const std::uint32_t probes = bits[3];
  to = put(to, static_cast<std::uint16_t>(kRecordMark | std::min(probes, kManyProbes)));
  std::memcpy(to, &bits, sizeof bits);  // the look-ups stand where many of them are to stand
  return to + (probes < kManyProbes ? kRecordBytes : kMostSampleBytes) - sizeof(std::uint16_t);
}

}  // namespace

void SampleEncoder::begin(std::uint32_t usual_probes, std::size_t room) {
  usual_probes_ = usual_probes;
  room_ = end_ = room;
  predicted_ = record_probes_ = usual_records_ = 0;
  ray_bytes_.clear();
}

void SampleEncoder::add(std::span<const Ray> rays, std::span<const Query> queries) {
  const std::size_t most = end_ + queries.size() * kMostSampleBytes;
  if (buffer_.size() < most) buffer_.resize(std::max(most, 2 * buffer_.size()));
  if (growth_ == 1.0f) add_rays<false>(rays, queries);
  else add_rays<true>(rays, queries);
  if (!in_cube_) check_positions(queries);
}

template <bool kGrows>
void SampleEncoder::add_rays(std::span<const Ray> rays, std::span<const Query> queries) {
  char* at = buffer_.data() + end_;
  std::size_t first = 0;
  for (const Ray& ray : rays) {
    if (ray.queries == 0) continue;
    char* const end = add_ray<kGrows>(queries.subspan(first, ray.queries), at);
    ray_bytes_.push_back(static_cast<std::uint32_t>(end - at));
    at = end;
    first += ray.queries;
  }
  end_ = static_cast<std::size_t>(at - buffer_.data());
}

/// As SampleTrack predicts samples. A step that grows by 1 is not multiplied, which changes no bit.
template <bool kGrows>
char* SampleEncoder::add_ray(std::span<const Query> queries, char* to) {
  const float growth = growth_;
  const Words usual{0, 0, 0, usual_probes_};
  Ints inside{-1, -1, -1, -1};
  Floats position{}, step{};
  std::uint64_t records = 0;
  bool after_record = false;
  for (const Query& query : queries) {
    const Words bits = load_query(query);
    const auto here = std::bit_cast<Floats>(bits & kCoordinates);
    inside &= in_cube(here);
    const Words residual = bits - (std::bit_cast<Words>(position + step) | usual);
    const Words fields = residual + kShortBias;
    bool is_record = false;
    if (none(fields & kNotShort) && records > 0) {  // the first sample is a record
      to = put(to, as_fields(fields));
    } else if (none((residual + kWideBias) & kNotWide) && records > 0) {
      to = put_wide(to, residual);
    } else {
      to = put_record(to, bits);
      is_record = true;
      ++records;
      record_probes_ += bits[3];
      usual_records_ += bits[3] == usual[3] ? 1u : 0u;
    }
    if (!is_record || after_record) step = kGrows ? (here - position) * growth : here - position;
    position = here;
    after_record = is_record;
  }
  predicted_ += queries.size() - records;
  in_cube_ = !any(~inside & std::bit_cast<Ints>(kCoordinates)) && in_cube_;
  return to;
}

}  // namespace ngpcsim::workloads::trace
