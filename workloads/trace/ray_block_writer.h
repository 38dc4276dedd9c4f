#pragma once
#include <cstdint>
#include <vector>

#include "workloads/trace/byte_text.h"

namespace ngpcsim::workloads::trace {

/// One ray as it was marched alone: everything that decides what it gives in any group and any round.
struct RaySamples {
  bool alive = false;            ///< lives when its group begins
  bool ends_full = false;        ///< dies with its last sample; otherwise in the round after, or when it cannot fill a round
  std::uint32_t tail_probes = 0; ///< look-ups behind its last sample
  float dx = 0.0f, dy = 0.0f, dz = 0.0f;
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> probes;  ///< look-ups from the sample before to this one

  void clear() {
    alive = ends_full = false;
    tail_probes = 0;
    dx = dy = dz = 0.0f;
    x.clear();
    y.clear();
    z.clear();
    probes.clear();
  }
};

/// Collects rays and encodes them as the payload of a RAYS chunk.
class RayBlockWriter {
 public:
  void add(const RaySamples& ray);
  [[nodiscard]] std::uint32_t rays() const { return static_cast<std::uint32_t>(states_.size()); }
  /// Whether the next ray should begin a new chunk.
  [[nodiscard]] bool full() const;
  /// The payload; the writer is empty afterwards.
  [[nodiscard]] Bytes take();

 private:
  struct Encoded {
    Bytes samples;
    std::vector<std::uint32_t> ray_bytes;
  };
  [[nodiscard]] Encoded encode(float growth, std::uint32_t usual_probes) const;
  [[nodiscard]] std::uint32_t usual_probes() const;

  std::vector<std::uint32_t> states_, tails_;  // by ray
  std::vector<std::uint32_t> counts_;          // by ray with samples, like directions_
  std::vector<float> directions_;              // three a ray
  std::vector<float> positions_;               // three a sample
  std::vector<std::uint32_t> probes_;          // by sample
};

}  // namespace ngpcsim::workloads::trace
