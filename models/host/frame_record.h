#pragma once
#include <cstdint>
#include <string>

namespace ngpcsim::models {

/// What one frame was and took.
struct FrameRecord {
  std::string name;
  std::uint64_t queries = 0;
  std::uint64_t pixels = 0;
  std::uint64_t rays_hit = 0;
  std::uint64_t probes = 0;
  std::uint64_t rounds = 0;        ///< launches of the NGPC
  std::uint64_t launches = 0;      ///< host kernels
  std::uint64_t begin_host = 0;    ///< host edges
  std::uint64_t end_host = 0;
  std::uint64_t host_busy = 0;     ///< host edges in which a host kernel ran
  std::uint64_t ngpc_busy = 0;     ///< host edges in which the NGPC had a launch of this frame
};

}  // namespace ngpcsim::models
