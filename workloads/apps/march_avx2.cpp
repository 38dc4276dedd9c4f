#include <immintrin.h>

#include <bit>

#include "sim/base/error.h"
#include "workloads/apps/march_kernel.h"

namespace ngpcsim::workloads {
namespace {

constexpr int kLanes = 8;

/// State of the eight lanes between refills. A lane without a ray has end = 0 < t, so it never counts as active.
struct alignas(32) Lanes {
  std::array<float, kLanes> t, end, dx, dy, dz, ix, iy, iz;
  std::array<std::int32_t, kLanes> left;    ///< samples still wanted
  std::array<std::uint32_t, kLanes> since;  ///< look-ups since the last sample; kept where they are asked for
  std::array<std::size_t, kLanes> out;      ///< where the next sample goes
  std::array<std::size_t, kLanes> entry;    ///< of the job
};

/// Hands out the job's entries and takes them back.
class Feeder {
 public:
  explicit Feeder(const MarchJob& job) : job_(job) {}

  /// Gives the lane the next entry; false (and an idle lane) when there is none.
  bool fill(Lanes& lanes, std::size_t lane) {
    if (next_ == job_.ray.size()) {
      lanes.t[lane] = 1.0f;
      lanes.end[lane] = lanes.dx[lane] = lanes.dy[lane] = lanes.dz[lane] = 0.0f;
      lanes.ix[lane] = lanes.iy[lane] = lanes.iz[lane] = 1.0f;
      lanes.left[lane] = 0;
      lanes.since[lane] = 0;
      return false;
    }
    const std::size_t ray = job_.ray[next_];
    lanes.t[lane] = job_.t[next_];
    lanes.end[lane] = job_.end[next_];
    lanes.dx[lane] = job_.dx[ray];
    lanes.dy[lane] = job_.dy[ray];
    lanes.dz[lane] = job_.dz[ray];
    lanes.ix[lane] = 1 / job_.dx[ray];
    lanes.iy[lane] = 1 / job_.dy[ray];
    lanes.iz[lane] = 1 / job_.dz[ray];
    lanes.left[lane] = static_cast<std::int32_t>(job_.quota[next_]);
    lanes.since[lane] = 0;
    lanes.out[lane] = next_ * job_.stride;
    lanes.entry[lane] = next_++;
    return true;
  }

  void retire(const Lanes& lanes, std::size_t lane) const {
    const std::size_t entry = lanes.entry[lane];
    job_.t[entry] = lanes.t[lane];
    job_.found[entry] = job_.quota[entry] - static_cast<std::uint32_t>(lanes.left[lane]);
    if (!job_.tail_probes.empty()) job_.tail_probes[entry] = lanes.since[lane];
  }

 private:
  const MarchJob& job_;
  std::size_t next_ = 0;
};

struct Position {
  __m256 x, y, z;
};

[[gnu::target("avx2"), gnu::always_inline]] inline __m256 load(const std::array<float, kLanes>& values) { return _mm256_load_ps(values.data()); }

/// Sign bit set where the cell of `cascade` around q is occupied; lanes without the sign bit in `wanted` are not looked up.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256 occupied(const MarchJob& job, const Position& q, __m256i cascade, __m256 wanted) {
  __m256 gx = q.x, gy = q.y, gz = q.z;
  if (job.rule.cone) {
    const __m256 half = _mm256_set1_ps(0.5f);
    const __m256 inverse = _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_sub_epi32(_mm256_set1_epi32(127), cascade), 23));  // 2^-cascade
    const __m256 zero_cascade = _mm256_castsi256_ps(_mm256_cmpeq_epi32(cascade, _mm256_setzero_si256()));
    gx = _mm256_blendv_ps((q.x - half) * inverse + half, q.x, zero_cascade);
    gy = _mm256_blendv_ps((q.y - half) * inverse + half, q.y, zero_cascade);
    gz = _mm256_blendv_ps((q.z - half) * inverse + half, q.z, zero_cascade);
  }
  const __m256 cells = _mm256_set1_ps(128.0f);
  const __m256i x = _mm256_cvttps_epi32(gx * cells);
  const __m256i y = _mm256_cvttps_epi32(gy * cells);
  const __m256i z = _mm256_cvttps_epi32(gz * cells);
  const __m256i any = _mm256_or_si256(_mm256_or_si256(x, y), z);  // 128 and above set bit 7 or higher, negative cells all of them
  const __m256i in_grid = _mm256_cmpeq_epi32(_mm256_srli_epi32(any, 7), _mm256_setzero_si256());
  const __m256i mask = _mm256_and_si256(in_grid, _mm256_castps_si256(wanted));
  __m256i word = _mm256_add_epi32(_mm256_slli_epi32(z, 9), _mm256_add_epi32(_mm256_slli_epi32(y, 2), _mm256_srai_epi32(x, 5)));
  word = _mm256_add_epi32(word, _mm256_slli_epi32(cascade, 16));
  static_assert(MarchGrid::kWordsPerCascade == 1u << 16 && MarchGrid::kWordsPerPlane == 1u << 9 && MarchGrid::kWordsPerRow == 1u << 2);
  const __m256i bits = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), std::bit_cast<const int*>(job.grid.words()), word, mask, 4);
  // The cell's bit becomes the sign bit: shift left by 31 - x % 32.
  return _mm256_castsi256_ps(_mm256_sllv_epi32(bits, _mm256_andnot_si256(x, _mm256_set1_epi32(31))));
}

/// One axis of the distance to a face, in cells: (floor(u + 0.5 + 0.5 sign) - u) / d.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256 axis_distance(__m256 q, __m256 d, __m256 inverse, __m256 cells) {
  const __m256 u = cells * (q - _mm256_set1_ps(0.5f));
  const __m256 half_sign = _mm256_blendv_ps(_mm256_set1_ps(-0.5f), _mm256_set1_ps(0.5f), _mm256_cmp_ps(d, _mm256_setzero_ps(), _CMP_GE_OQ));
  return (_mm256_floor_ps(u + _mm256_set1_ps(0.5f) + half_sign) - u) * inverse;
}

/// max(|q - 0.5|) as the cascade of march_plain: the exponent of frexp, plus 1, clamped.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i cascade_of(const Position& q, __m256i max_cascade) {
  const __m256 half = _mm256_set1_ps(0.5f);
  const __m256 no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF));
  const __m256 largest = _mm256_max_ps(_mm256_max_ps(_mm256_and_ps(q.x - half, no_sign), _mm256_and_ps(q.y - half, no_sign)), _mm256_and_ps(q.z - half, no_sign));
  const __m256i exponent = _mm256_sub_epi32(_mm256_srli_epi32(_mm256_castps_si256(largest), 23), _mm256_set1_epi32(125));
  return _mm256_min_epi32(_mm256_max_epi32(exponent, _mm256_setzero_si256()), max_cascade);
}

/// ConeSteps::advance in the active lanes; those outside its fast form are done one by one.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256 advance(const ConeSteps& cone, __m256 t, __m256 distance, unsigned active) {
  const __m256 z = distance / (distance + _mm256_set1_ps(2.0f) * t);
  const __m256 z2 = z * z;
  __m256 sum = z2 * _mm256_set1_ps(ConeSteps::kOddReciprocals[5]) + _mm256_set1_ps(ConeSteps::kOddReciprocals[4]);
  for (std::size_t i = 4; i-- > 0;) sum = z2 * sum + _mm256_set1_ps(ConeSteps::kOddReciprocals[i]);
  const __m256 steps = _mm256_ceil_ps(_mm256_max_ps(z * sum * _mm256_set1_ps(ConeSteps::kTwoOverLog), _mm256_set1_ps(0.5f)));
  const __m256 fast = _mm256_and_ps(_mm256_and_ps(_mm256_cmp_ps(t, _mm256_set1_ps(ConeSteps::kExponentialFrom), _CMP_GE_OQ),
                                                  _mm256_cmp_ps(t, _mm256_set1_ps(ConeSteps::kExponentialTo), _CMP_LE_OQ)),
                                    _mm256_cmp_ps(z, _mm256_set1_ps(ConeSteps::kLargestRatio), _CMP_LE_OQ));
  __m256 next = t * _mm256_mask_i32gather_ps(_mm256_setzero_ps(), cone.growth(), _mm256_cvttps_epi32(steps), fast, 4);
  unsigned slow = active & ~static_cast<unsigned>(_mm256_movemask_ps(fast));
  if (slow != 0) {
    alignas(32) std::array<float, kLanes> from, by, to;
    _mm256_store_ps(from.data(), t);
    _mm256_store_ps(by.data(), distance);
    _mm256_store_ps(to.data(), next);
    for (; slow != 0; slow &= slow - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(slow));
      to[lane] = cone.advance(from[lane], by[lane]);
    }
    next = load(to);
  }
  return next;
}

/// kTally: the look-ups of single samples are asked for.
template <bool kCone, bool kTally>
[[gnu::target("avx2")]] std::uint64_t march_lanes(const MarchJob& job) {
  Lanes lanes{};
  Feeder feeder(job);
  unsigned busy = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (feeder.fill(lanes, lane)) busy |= 1u << lane;

  const __m256 ox = _mm256_set1_ps(job.origin[0]), oy = _mm256_set1_ps(job.origin[1]), oz = _mm256_set1_ps(job.origin[2]);
  const __m256 low = _mm256_set1_ps(job.rule.low), high = _mm256_set1_ps(job.rule.high);
  const __m256 one = _mm256_set1_ps(1.0f), step = _mm256_set1_ps(kMinStep);
  const __m256i max_cascade = _mm256_set1_epi32(static_cast<int>(job.rule.max_cascade));
  float* const sample_t = job.sample_t.data();
  std::uint32_t* const sample_probes = job.sample_probes.data();
  __m256 t = load(lanes.t);
  __m256i left = _mm256_load_si256(std::bit_cast<const __m256i*>(lanes.left.data()));
  __m256i since = _mm256_setzero_si256();
  std::uint64_t probes = 0;
  while (busy != 0) {
    const __m256 dx = load(lanes.dx), dy = load(lanes.dy), dz = load(lanes.dz);
    const Position q{ox + t * dx, oy + t * dy, oz + t * dz};
    const __m256 smallest = _mm256_min_ps(_mm256_min_ps(q.x, q.y), q.z);
    const __m256 largest = _mm256_max_ps(_mm256_max_ps(q.x, q.y), q.z);
    const __m256 inside = _mm256_and_ps(_mm256_cmp_ps(smallest, low, _CMP_GE_OQ), _mm256_cmp_ps(largest, high, _CMP_LE_OQ));
    const __m256 before_end = _mm256_and_ps(_mm256_cmp_ps(t, load(lanes.end), _CMP_LT_OQ), _mm256_castsi256_ps(_mm256_cmpgt_epi32(left, _mm256_setzero_si256())));
    const __m256 active = _mm256_and_ps(inside, before_end);
    const auto active_bits = static_cast<unsigned>(_mm256_movemask_ps(active));
    if (active_bits != busy) {
      _mm256_store_ps(lanes.t.data(), t);
      _mm256_store_si256(std::bit_cast<__m256i*>(lanes.left.data()), left);
      if constexpr (kTally) _mm256_store_si256(std::bit_cast<__m256i*>(lanes.since.data()), since);
      for (unsigned done = busy & ~active_bits; done != 0; done &= done - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(done));
        feeder.retire(lanes, lane);
        if (!feeder.fill(lanes, lane)) busy &= ~(1u << lane);
      }
      t = load(lanes.t);
      left = _mm256_load_si256(std::bit_cast<const __m256i*>(lanes.left.data()));
      if constexpr (kTally) since = _mm256_load_si256(std::bit_cast<const __m256i*>(lanes.since.data()));
      continue;
    }
    probes += static_cast<unsigned>(std::popcount(active_bits));
    if constexpr (kTally) since = _mm256_add_epi32(since, _mm256_set1_epi32(1));
    __m256i cascade = kCone ? cascade_of(q, max_cascade) : _mm256_setzero_si256();
    const __m256 hit = _mm256_and_ps(occupied(job, q, cascade, active), active);
    const auto hit_bits = static_cast<unsigned>(_mm256_movemask_ps(hit));
    if (hit_bits != 0) {
      const __m256i all_of_hit = _mm256_srai_epi32(_mm256_castps_si256(hit), 31);
      _mm256_store_ps(lanes.t.data(), t);
      if constexpr (kTally) _mm256_store_si256(std::bit_cast<__m256i*>(lanes.since.data()), since);
      for (unsigned bits = hit_bits; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
        const std::size_t sample = lanes.out[lane]++;
        sample_t[sample] = lanes.t[lane];
        if constexpr (kTally) sample_probes[sample] = lanes.since[lane];
      }
      left = _mm256_add_epi32(left, all_of_hit);
      if constexpr (kTally) since = _mm256_andnot_si256(all_of_hit, since);
    }
    __m256 cells = _mm256_set1_ps(128.0f);
    __m256 cell_size = _mm256_set1_ps(1.0f / 128);
    if constexpr (kCone) {
      __m256 climbing = _mm256_andnot_ps(_mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(hit), 31)), active);
      for (;;) {
        climbing = _mm256_and_ps(climbing, _mm256_castsi256_ps(_mm256_cmpgt_epi32(max_cascade, cascade)));
        const auto climbing_bits = static_cast<unsigned>(_mm256_movemask_ps(climbing));
        if (climbing_bits == 0) break;
        probes += static_cast<unsigned>(std::popcount(climbing_bits));
        if constexpr (kTally) since = _mm256_sub_epi32(since, _mm256_castps_si256(climbing));
        const __m256i above = _mm256_add_epi32(cascade, _mm256_set1_epi32(1));
        const __m256 blocked = _mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(occupied(job, q, above, climbing)), 31));
        climbing = _mm256_andnot_ps(blocked, climbing);
        cascade = _mm256_sub_epi32(cascade, _mm256_castps_si256(climbing));
      }
      cells = _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_sub_epi32(_mm256_set1_epi32(127 + 7), cascade), 23));
      cell_size = _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(_mm256_set1_epi32(127 - 7), cascade), 23));
    }
    __m256 face = _mm256_set1_ps(1e9f);
    face = _mm256_min_ps(axis_distance(q.x, dx, load(lanes.ix), cells), face);  // the second operand where the first is NaN
    face = _mm256_min_ps(axis_distance(q.y, dy, load(lanes.iy), cells), face);
    face = _mm256_min_ps(axis_distance(q.z, dz, load(lanes.iz), cells), face);
    const __m256 distance = _mm256_max_ps(face * cell_size, _mm256_setzero_ps());
    if constexpr (kCone) {
      t = advance(job.cone, t, _mm256_blendv_ps(distance, _mm256_setzero_ps(), hit), active_bits);
    } else {
      const __m256 steps = _mm256_ceil_ps(_mm256_max_ps(distance / step, _mm256_set1_ps(0.5f)));
      t = t + step * _mm256_blendv_ps(steps, one, hit);
    }
  }
  return probes;
}

}  // namespace

std::uint64_t march_avx2(const MarchJob& job) {
  if (job.sample_probes.empty()) return job.rule.cone ? march_lanes<true, false>(job) : march_lanes<false, false>(job);
  return job.rule.cone ? march_lanes<true, true>(job) : march_lanes<false, true>(job);
}

std::vector<MarchVariant> march_variants() {
  std::vector<MarchVariant> variants;
  if (__builtin_cpu_supports("avx2")) variants.push_back({"avx2", march_avx2});
  variants.push_back({"plain", march_plain});
  return variants;
}

}  // namespace ngpcsim::workloads
