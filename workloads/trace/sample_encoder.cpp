#include "workloads/trace/sample_encoder.h"

#include <algorithm>
#include <cstring>

#include "sim/base/error.h"
#include "workloads/trace/sample_lanes.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

using Query = stream::WholeRays::Query;
static_assert(sizeof(Query) == sizeof(Words) && sizeof(Query) == kRecordBytes - 1, "a query is a vector, and a record behind its mark");

/// Differences that a short sample holds: of coordinates these, of look-ups none.
constexpr Ints kLeast{-127, -127, -127, 0};
constexpr Ints kMost{127, 127, 127, 0};

/// What the rays so far came to.
struct Sums {
  std::uint64_t shorts = 0;
  std::uint64_t record_probes = 0;
  Ints inside{-1, -1, -1, -1};
};

[[nodiscard]] Words load_query(const Query& query) {
  Words bits;
  std::memcpy(&bits, &query, sizeof bits);
  return bits;
}

char* write_record(Words bits, char* to, Sums& sums) {
  *to = static_cast<char>(kRecordMark);
  std::memcpy(to + 1, &bits, sizeof bits);
  sums.record_probes += bits[3];
  return to + kRecordBytes;
}

/// One ray with samples, as SampleTrack predicts them; the end of its bytes. A step that grows by 1 is not multiplied, which changes no bit.
template <bool kGrows>
char* encode_ray(std::span<const Query> queries, float growth, std::uint32_t usual_probes, char* to, Sums& sums) {
  const Words usual{0, 0, 0, usual_probes};
  Ints inside = sums.inside;
  Floats position{}, step{};
  bool after_record = false, first = true;
  for (const Query& query : queries) {
    const Words bits = load_query(query);
    const auto here = std::bit_cast<Floats>(bits & kCoordinates);
    inside &= in_cube(here);
    const auto residual = std::bit_cast<Ints>(bits - (std::bit_cast<Words>(position + step) | usual));
    const bool is_short = !first && !any((residual < kLeast) | (residual > kMost));
    if (is_short) {
      const std::int32_t bytes = as_bytes(residual);
      std::memcpy(to, &bytes, sizeof bytes);  // a byte more than it takes
      to += kShortBytes;
      ++sums.shorts;
    } else {
      to = write_record(bits, to, sums);
    }
    if (is_short || after_record) step = kGrows ? (here - position) * growth : here - position;
    position = here;
    after_record = !is_short;
    first = false;
  }
  sums.inside = inside;
  return to;
}

void check_positions(std::span<const Query> queries) {
  for (const Query& q : queries) {
    const bool inside = std::min({q.x, q.y, q.z}) >= 0.0f && std::max({q.x, q.y, q.z}) <= 1.0f;
    check(inside, "the position ({}, {}, {}) lies outside the unit cube", q.x, q.y, q.z);
  }
}

}  // namespace

EncodedSamples encode_samples(std::span<const stream::WholeRays::Ray> rays, std::span<const Query> queries, float growth, std::uint32_t usual_probes, char* to,
                              char* lengths) {
  Sums sums;
  char* at = to;
  std::size_t first = 0;
  for (const stream::WholeRays::Ray& ray : rays) {
    if (ray.queries == 0) continue;
    const auto samples = queries.subspan(first, ray.queries);
    char* const end = growth == 1.0f ? encode_ray<false>(samples, growth, usual_probes, at, sums) : encode_ray<true>(samples, growth, usual_probes, at, sums);
    const auto length = static_cast<std::uint32_t>(end - at);
    std::memcpy(lengths, &length, sizeof length);
    lengths += sizeof length;
    at = end;
    first += ray.queries;
  }
  if (any(~sums.inside & std::bit_cast<Ints>(kCoordinates))) check_positions(queries);
  return {.bytes = static_cast<std::uint64_t>(at - to), .probes = sums.record_probes + sums.shorts * usual_probes};
}

}  // namespace ngpcsim::workloads::trace
