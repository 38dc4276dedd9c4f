#pragma once
#include <cstdint>
#include <string_view>

namespace ngpcsim::workloads::trace {

/// A chunk as it is given to be written.
struct RawChunk {
  std::string_view tag;
  std::uint32_t items = 0;
  std::string_view raw;
  std::size_t noise_bytes = 0;  ///< so many at its end hardly compress
};

}  // namespace ngpcsim::workloads::trace
