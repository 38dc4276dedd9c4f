#pragma once
#include <cstdint>
#include <string>

namespace ngpcsim::workloads {

/// What a gzip or zlib stream unpacks to. Throws InputError naming `file` where it is damaged or cut off, and where it unpacks to more than `most_bytes`: memory grows
/// with what was unpacked, never with what a header promises.
[[nodiscard]] std::string inflate_all(const std::string& packed, const std::string& file, std::uint64_t most_bytes);

}  // namespace ngpcsim::workloads
