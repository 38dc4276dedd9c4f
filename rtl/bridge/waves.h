#pragma once
#include <cstdint>
#include <string>

namespace ngpcsim::rtl {

/// Which edges of which run end up in a waveform. Every RTL block of a run writes a file of its own: the first one `file`, others with the block's name before
/// the extension.
struct Waves {
  std::string file;  ///< FST; empty: none
  std::uint64_t first_edge = 0;
  std::uint64_t edges = 10000;
};

}  // namespace ngpcsim::rtl
