#pragma once
#include <cstdint>
#include <string_view>

namespace ngpcsim::workloads::trace {

/// CRC-32 of ISO 3309, as zlib has it, of bytes that follow others whose checksum is `crc`.
[[nodiscard]] std::uint32_t crc32_of(std::string_view bytes, std::uint32_t crc = 0);

}  // namespace ngpcsim::workloads::trace
