#include "workloads/trace/chunk.h"

#include <zlib.h>
#include <zstd.h>

#include <bit>

#include "sim/base/error.h"

namespace ngpcsim::workloads::trace {
namespace {

constexpr std::size_t kChecksumAt = kChunkHeaderBytes - sizeof(std::uint32_t);

const Bytef* zlib_bytes(std::string_view bytes) { return std::bit_cast<const Bytef*>(bytes.data()); }

}  // namespace

ChunkHeader parse_chunk_header(std::string_view bytes) {
  ByteCursor cursor(bytes);
  ChunkHeader header;
  header.tag = cursor.take_bytes(4);
  header.compression = cursor.take<std::uint32_t>();
  header.items = cursor.take<std::uint32_t>();
  header.stored_bytes = cursor.take<std::uint32_t>();
  header.raw_bytes = cursor.take<std::uint32_t>();
  header.checksum = cursor.take<std::uint32_t>();
  return header;
}

std::string chunk_header_problem(const ChunkHeader& header) {
  if (header.compression > static_cast<std::uint32_t>(Compression::kZstd)) return fmt::format("compression method {} is not known", header.compression);
  if (header.stored_bytes > kMaxChunkBytes) return fmt::format("a chunk of {} stored bytes is too large", header.stored_bytes);
  if (header.raw_bytes > kMaxChunkBytes) return fmt::format("a chunk of {} raw bytes is too large", header.raw_bytes);
  if (header.compression == static_cast<std::uint32_t>(Compression::kNone) && header.stored_bytes != header.raw_bytes)
    return fmt::format("{} stored and {} raw bytes of a chunk that is not compressed", header.stored_bytes, header.raw_bytes);
  return {};
}

std::uint32_t chunk_checksum(std::string_view chunk) {
  return crc32_of(chunk.substr(kChunkHeaderBytes), crc32_of(chunk.substr(0, kChecksumAt)));
}

bool unpack(const ChunkHeader& header, std::string_view stored, Bytes& raw) {
  raw.reserve(header.raw_bytes + kMostSampleBytes);  // RayBlock adds room behind the payload: no second copy of it then
  if (header.compression == static_cast<std::uint32_t>(Compression::kNone)) {
    raw.assign(stored);
    return true;
  }
  raw.resize(header.raw_bytes);
  if (header.compression == static_cast<std::uint32_t>(Compression::kZstd))
    return ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size()) == raw.size();  // errors are larger than any size
  auto bytes = static_cast<uLongf>(raw.size());
  auto used = static_cast<uLong>(stored.size());
  return uncompress2(std::bit_cast<Bytef*>(raw.data()), &bytes, zlib_bytes(stored), &used) == Z_OK && bytes == raw.size() && used == stored.size();
}

}  // namespace ngpcsim::workloads::trace
