#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "workloads/trace/byte_text.h"
#include "workloads/trace/checksum.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {

/// A chunk's header as it stands in the file.
struct ChunkHeader {
  std::string tag;
  std::uint32_t compression = 0;
  std::uint32_t items = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t raw_bytes = 0;
  std::uint32_t checksum = 0;
};

/// `bytes` holds at least a header.
[[nodiscard]] ChunkHeader parse_chunk_header(std::string_view bytes);

/// Why a header cannot be one of a trace, or empty. Nothing is allocated by its numbers before this was asked.
[[nodiscard]] std::string chunk_header_problem(const ChunkHeader& header);

/// The checksum of a whole chunk, header and stored payload.
[[nodiscard]] std::uint32_t chunk_checksum(std::string_view chunk);

/// The raw payload into `raw`; false where `stored` is no stream of exactly that many bytes.
[[nodiscard]] bool unpack(const ChunkHeader& header, std::string_view stored, Bytes& raw);

}  // namespace ngpcsim::workloads::trace
