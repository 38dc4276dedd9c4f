#include "workloads/trace/ray_block_writer.h"

#include <algorithm>
#include <span>

#include "sim/base/error.h"
#include "workloads/trace/sample_track.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

/// Chunks of about a megabyte: long enough to compress, short enough to be read at once.
constexpr std::size_t kChunkSamples = std::size_t{1} << 18;
/// Steps of cone marching grow by 257/256 (workloads/apps/march_rule.h), others do not.
constexpr float kConeGrowth = 257.0f / 256;
/// More records a ray than a ray with a few gaps has: another growth may predict better.
constexpr std::size_t kManyRecords = 6;

bool in_cube(float q) { return q >= 0.0f && q <= 1.0f; }

}  // namespace

void RayBlockWriter::add(const RaySamples& ray) {
  const std::size_t count = ray.x.size();
  if (count > kMaxChunkBytes / kRecordBytes / 2) throw InputError({"WORKLOAD"}, fmt::format("a ray of {} queries", count), "rays that fit into a chunk of a trace");
  check(ray.alive || (count == 0 && ray.tail_probes == 0), "a ray that does not live gives {} samples", count);
  check(!ray.ends_full || count > 0, "a ray without samples ends with its last");
  states_.push_back(static_cast<std::uint32_t>(count) | (ray.alive ? kAlive : 0u) | (ray.ends_full ? kEndsFull : 0u));
  tails_.push_back(ray.tail_probes);
  if (count == 0) return;
  counts_.push_back(static_cast<std::uint32_t>(count));
  directions_.insert(directions_.end(), {ray.dx, ray.dy, ray.dz});
  for (std::size_t i = 0; i < count; ++i) {
    check(in_cube(ray.x[i]) && in_cube(ray.y[i]) && in_cube(ray.z[i]), "the position ({}, {}, {}) lies outside the unit cube", ray.x[i], ray.y[i], ray.z[i]);
    positions_.insert(positions_.end(), {ray.x[i], ray.y[i], ray.z[i]});
    probes_.push_back(ray.probes[i]);
  }
}

bool RayBlockWriter::full() const { return states_.size() >= kMaxChunkRays || probes_.size() >= kChunkSamples; }

/// What most samples have, by the majority vote of Boyer and Moore.
std::uint32_t RayBlockWriter::usual_probes() const {
  std::uint32_t candidate = 0;
  std::uint64_t votes = 0;
  for (const std::uint32_t probes : probes_) {
    if (votes == 0) candidate = probes;
    votes = probes == candidate ? votes + 1 : votes - 1;
  }
  return candidate;
}

RayBlockWriter::Encoded RayBlockWriter::encode(float growth, std::uint32_t usual_probes) const {
  Encoded encoded;
  encoded.samples.resize(probes_.size() * kRecordBytes);
  char* at = encoded.samples.data();
  std::size_t sample = 0;
  for (const std::uint32_t count : counts_) {
    const char* const begin = at;
    SampleTrack track;
    for (std::uint32_t i = 0; i < count; ++i, ++sample) {
      const std::array<float, 3> q{positions_[sample * 3], positions_[sample * 3 + 1], positions_[sample * 3 + 2]};
      std::array<std::int32_t, 3> residual;
      bool fits = probes_[sample] == usual_probes && i > 0;
      for (std::size_t a = 0; a < 3; ++a) {
        residual[a] = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(q[a]) - track.predicted_bits(a));
        fits &= residual[a] >= -127 && residual[a] <= 127;
      }
      if (fits) {
        for (const std::int32_t r : residual) *at++ = static_cast<char>(r);
        track.advance_short(q, growth);
      } else {
        *at++ = static_cast<char>(kRecordMark);
        std::memcpy(at, q.data(), sizeof q);
        std::memcpy(at + sizeof q, &probes_[sample], sizeof probes_[sample]);
        at += kRecordBytes - 1;
        track.advance_record(q, growth);
      }
    }
    encoded.ray_bytes.push_back(static_cast<std::uint32_t>(at - begin));
  }
  encoded.samples.resize(static_cast<std::size_t>(at - encoded.samples.data()));
  return encoded;
}

Bytes RayBlockWriter::take() {
  const std::uint32_t usual = usual_probes();
  float growth = 1.0f;
  Encoded encoded = encode(growth, usual);
  const std::size_t few_records = probes_.size() * kShortBytes + counts_.size() * kManyRecords * (kRecordBytes - kShortBytes);
  if (encoded.samples.size() > few_records) {
    Encoded other = encode(kConeGrowth, usual);
    if (other.samples.size() < encoded.samples.size()) {
      encoded = std::move(other);
      growth = kConeGrowth;
    }
  }
  const bool has_directions = std::any_of(directions_.begin(), directions_.end(), [](float d) { return std::bit_cast<std::uint32_t>(d) != 0; });
  Bytes raw;
  append(raw, static_cast<std::uint32_t>(probes_.size()));
  append(raw, static_cast<std::uint32_t>(counts_.size()));
  append(raw, usual);
  append(raw, growth);
  append(raw, has_directions ? kHasDirections : 0u);
  append_all<std::uint32_t>(raw, states_);
  append_all<std::uint32_t>(raw, tails_);
  append_all<std::uint32_t>(raw, encoded.ray_bytes);
  if (has_directions) append_all<float>(raw, directions_);
  raw += encoded.samples;
  states_.clear(), tails_.clear(), counts_.clear(), directions_.clear(), positions_.clear(), probes_.clear();
  return raw;
}

}  // namespace ngpcsim::workloads::trace
