#include "workloads/trace/ray_block.h"

#include <fmt/format.h>

#include "workloads/trace/sample_lanes.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

constexpr std::uint32_t kOneBits = 0x3F800000;     // 1.0f
constexpr std::uint32_t kMinusZeroBits = 0x80000000;

/// All ones in lanes outside the unit cube: for non-negative floats the order of the bits is that of the values, NaN and negative ones lie above.
Words outside_cube(Words bits) { return std::bit_cast<Words>((bits > kOneBits) & (bits != kMinusZeroBits)); }

/// Bits of a wide sample's word that mean nothing.
constexpr std::uint32_t kWideZeros = 0x3F00;

Words wide_residual(const char* at) {
  const auto axis = [at](std::size_t byte) { return static_cast<std::uint32_t>(std::int32_t{load<std::int8_t>(at + byte)}); };
  return Words{axis(0), axis(2), axis(3), 0};
}

/// The next samples of one ray, as SampleTrack predicts them: the bits of each, with its look-ups in the fourth lane, to `take`; the sum
/// of these to `probes`. A step that grows by 1 is not multiplied: the same bits, and a shorter chain.
template <bool kGrows, class Take>
bool decode_samples(RaySampler& ray, std::uint32_t count, const RayBlock& block, std::uint64_t& probes, const Take& take) {
  const float growth = block.growth();
  const Words usual{0u, 0u, 0u, block.usual_probes()};
  Floats position = ray.track.position, step = ray.track.step;
  Words outside{};
  bool after_record = ray.track.after_record;
  const char* from = ray.at;
  const char* const end = ray.end;
  std::uint32_t records = 0;
  const Words unbias = usual - Words{16u, 16u, 16u, 0u};
  for (std::uint32_t i = 0; i < count; ++i) {
    if (from >= end) return false;
    Words bits{};
    bool keep_step = false;
    const std::uint32_t word = load<std::uint16_t>(from);
    if (word < kWideMark) [[likely]] {
      // The fourth lane of the prediction is 0: the look-ups come in with the residual, off the chain from sample to sample.
      bits = std::bit_cast<Words>(position + step) + (from_fields(word) + unbias);
      from += kShortBytes;
      after_record = false;
    } else if (word < kRecordMark) {
      if ((word & kWideZeros) != 0) return false;
      bits = std::bit_cast<Words>(position + step) + (wide_residual(from) | usual);
      from += kWideBytes;
      after_record = false;
    } else {
      bits = load_lanes(from + sizeof(std::uint16_t));
      const bool many = word == (kRecordMark | kManyProbes);
      if (!many) bits[3] = word - kRecordMark;
      probes += bits[3];
      from += many ? kMostSampleBytes : kRecordBytes;
      ++records;
      keep_step = !after_record;
      after_record = true;
    }
    outside |= outside_cube(bits & kCoordinates);
    const auto q = std::bit_cast<Floats>(bits & kCoordinates);
    if (!keep_step) step = kGrows ? (q - position) * growth : q - position;
    position = q;
    take(i, bits);
  }
  probes += std::uint64_t{block.usual_probes()} * (count - records);
  ray.track = {.position = position, .step = step, .after_record = after_record};
  ray.at = from;
  return (outside[0] | outside[1] | outside[2]) == 0 && from <= end;
}

template <class Take>
bool decode_samples(RaySampler& ray, std::uint32_t count, const RayBlock& block, std::uint64_t& probes, const Take& take) {
  return block.growth() != 1.0f ? decode_samples<true>(ray, count, block, probes, take) : decode_samples<false>(ray, count, block, probes, take);
}

/// Why the state of a ray contradicts itself, or null.
const char* state_problem(std::uint32_t state, std::uint32_t tail) {
  const std::uint32_t samples = state & kSampleMask;
  if ((state & kAlive) == 0 && (state != 0 || tail != 0)) return "does not live and has samples or look-ups";
  if ((state & kEndsFull) != 0 && samples == 0) return "ends with its last sample and has none";
  return nullptr;
}

}  // namespace

RayBlock::RayBlock(Bytes raw, std::uint32_t rays) : raw_(std::move(raw)), rays_(rays) {
  if (rays == 0 || rays > kMaxChunkRays) throw PayloadError(fmt::format("{} rays in a chunk; allowed: 1 to {}", rays, kMaxChunkRays));
  ByteCursor cursor(raw_);
  samples_ = cursor.take<std::uint32_t>();
  with_samples_ = cursor.take<std::uint32_t>();
  usual_probes_ = cursor.take<std::uint32_t>();
  growth_ = cursor.take<float>();
  has_directions_ = (cursor.take<std::uint32_t>() & kHasDirections) != 0;
  const auto place = [&](std::uint64_t bytes) {
    const std::size_t at = raw_.size() - cursor.left();
    static_cast<void>(cursor.take_bytes(bytes));
    return at;
  };
  states_at_ = place(std::uint64_t{4} * rays_);
  tails_at_ = place(std::uint64_t{4} * rays_);
  lengths_at_ = place(std::uint64_t{4} * with_samples_);
  directions_at_ = place(has_directions_ ? std::uint64_t{12} * with_samples_ : 0);
  samples_at_ = raw_.size() - cursor.left();
  if (cursor.ran_short()) throw PayloadError(fmt::format("a chunk of {} rays, {} with samples, has {} bytes", rays_, with_samples_, raw_.size()));
  if (!(growth_ > 0.0f && growth_ <= 4.0f)) throw PayloadError(fmt::format("steps that grow by {}; allowed: more than 0, up to 4", growth_));

  std::uint64_t samples = 0, bytes = 0;
  std::uint32_t with_samples = 0;
  for (std::uint32_t ray = 0; ray < rays_; ++ray) {
    const std::uint32_t state = word(states_at_ + 4 * ray);
    if (const char* problem = state_problem(state, word(tails_at_ + 4 * ray))) throw PayloadError(fmt::format("ray {} of a chunk {}", ray, problem));
    const std::uint32_t count = state & kSampleMask;
    if (count == 0) continue;
    if (with_samples == with_samples_) throw PayloadError(fmt::format("more than {} rays of a chunk have samples", with_samples_));
    const std::uint32_t length = word(lengths_at_ + 4 * with_samples++);
    if (length < std::uint64_t{count} * kShortBytes || length > std::uint64_t{count} * kMostSampleBytes)
      throw PayloadError(fmt::format("{} samples of ray {} of a chunk have {} bytes", count, ray, length));
    samples += count;
    bytes += length;
  }
  if (samples != samples_ || with_samples != with_samples_) throw PayloadError(fmt::format("{} samples of {} rays in a chunk that says {} of {}", samples, with_samples, samples_, with_samples_));
  if (bytes != raw_.size() - samples_at_) throw PayloadError(fmt::format("samples of {} bytes in a chunk that has {} for them", bytes, raw_.size() - samples_at_));
  raw_.append(kMostSampleBytes, '\0');  // a decoder looks at a whole record before it knows that there is none
}

RayBlock::Ray RayBlock::Reader::next() {
  const RayBlock& b = *block_;
  Ray ray{.state = b.word(b.states_at_ + std::size_t{4} * ray_), .tail_probes = b.word(b.tails_at_ + std::size_t{4} * ray_)};
  ++ray_;
  if ((ray.state & kSampleMask) == 0) return ray;
  if (b.has_directions_) std::memcpy(ray.direction.data(), b.raw_.data() + b.directions_at_ + std::size_t{12} * with_samples_, 12);
  ray.begin = at_;
  at_ += b.word(b.lengths_at_ + std::size_t{4} * with_samples_++);
  ray.end = at_;
  return ray;
}

bool RaySampler::decode(std::uint32_t count, const RayBlock& block, float* x, float* y, float* z, std::uint64_t& probes) {
  return decode_samples(*this, count, block, probes, [&](std::uint32_t i, Words bits) {
    const auto q = std::bit_cast<Floats>(bits);
    x[i] = q[0];
    y[i] = q[1];
    z[i] = q[2];
  });
}

bool RaySampler::decode(std::span<stream::WholeRays::Query> queries, const RayBlock& block) {
  std::uint64_t sum = 0;
  const auto store = [&](std::uint32_t i, Words bits) { std::memcpy(&queries[i], &bits, sizeof bits); };
  return decode_samples(*this, static_cast<std::uint32_t>(queries.size()), block, sum, store);
}

}  // namespace ngpcsim::workloads::trace
