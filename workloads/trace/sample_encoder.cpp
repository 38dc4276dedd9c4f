#include "workloads/trace/sample_encoder.h"

#include <algorithm>
#include <cstring>

#include "sim/base/error.h"
#include "workloads/trace/sample_lanes.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

using Ray = stream::WholeRays::Ray;
using Query = stream::WholeRays::Query;
static_assert(sizeof(Query) == sizeof(Words) && sizeof(Query) == kRecordBytes - 1, "a query is a vector, and a record behind its mark");

/// Differences that a short sample holds: of coordinates these, of look-ups none.
constexpr Ints kLeast{-127, -127, -127, 0};
constexpr Ints kMost{127, 127, 127, 0};

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

}  // namespace

void SampleEncoder::begin(std::uint32_t usual_probes, std::size_t room) {
  usual_probes_ = usual_probes;
  room_ = end_ = room;
  shorts_ = record_probes_ = usual_records_ = 0;
  ray_bytes_.clear();
}

void SampleEncoder::add(std::span<const Ray> rays, std::span<const Query> queries) {
  const std::size_t most = end_ + queries.size() * kRecordBytes + 1;  // a short sample is written with a byte more than it takes
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
    const auto residual = std::bit_cast<Ints>(bits - (std::bit_cast<Words>(position + step) | usual));
    const bool is_short = !any((residual < kLeast) | (residual > kMost)) && records > 0;  // the first sample is a record
    if (is_short) {
      const std::int32_t bytes = as_bytes(residual);
      std::memcpy(to, &bytes, sizeof bytes);
      to += kShortBytes;
    } else {
      *to = static_cast<char>(kRecordMark);
      std::memcpy(to + 1, &bits, sizeof bits);
      to += kRecordBytes;
      ++records;
      record_probes_ += bits[3];
      usual_records_ += bits[3] == usual[3] ? 1u : 0u;
    }
    if (is_short || after_record) step = kGrows ? (here - position) * growth : here - position;
    position = here;
    after_record = !is_short;
  }
  shorts_ += queries.size() - records;
  in_cube_ = !any(~inside & std::bit_cast<Ints>(kCoordinates)) && in_cube_;
  return to;
}

}  // namespace ngpcsim::workloads::trace
