#include "workloads/trace/chunk_encoder.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>

#include "sim/base/error.h"
#include "workloads/trace/byte_text.h"
#include "workloads/trace/checksum.h"

namespace ngpcsim::workloads::trace {
namespace {

/// Of zlib: residuals are noise, in which longer searches find nothing.
constexpr int kDeflateLevel = 1;

void set(ZSTD_CCtx_s& context, ZSTD_cParameter parameter, int value) {
  const std::size_t result = ZSTD_CCtx_setParameter(&context, parameter, value);
  check(ZSTD_isError(result) == 0, "Zstandard takes no {} for parameter {}: {}", value, static_cast<int>(parameter), ZSTD_getErrorName(result));
}

/// Entropy coding and hardly any search: searching as level 1 does takes two to three times as long and saves a quarter of the bytes.
void prefer_speed(ZSTD_CCtx_s& context) {
  set(context, ZSTD_c_strategy, ZSTD_fast);
  set(context, ZSTD_c_windowLog, 17);
  set(context, ZSTD_c_hashLog, 6);
  set(context, ZSTD_c_minMatch, 7);
  set(context, ZSTD_c_targetLength, 1 << 17);     // with this strategy: how far the search jumps where it finds nothing
  set(context, ZSTD_c_experimentalParam5, 1);     // literalCompressionMode = ZSTD_ps_enable, which a search that jumps would turn off
}

constexpr std::uint32_t kFrameMagic = 0xFD2FB528;
constexpr std::uint8_t kFrameDescriptor = 0xA0;  // the window is the content, whose size has four bytes
constexpr std::size_t kFrameHeaderBytes = 9;
constexpr std::size_t kBlockHeaderBytes = 3;
constexpr std::size_t kMostBlockBytes = std::size_t{1} << 17;
constexpr std::size_t kMostFrameBytes = kFrameHeaderBytes + kBlockHeaderBytes * (kMaxChunkBytes / kMostBlockBytes);  ///< beside the content

/// A frame whose blocks are the content as it is (RFC 8878, 3.1.1): a compressor would find that out first. The end of it.
char* store_frame(char* to, std::string_view content) {
  to = put(to, kFrameMagic);
  to = put(to, kFrameDescriptor);
  to = put(to, static_cast<std::uint32_t>(content.size()));
  while (!content.empty()) {
    const std::string_view block = content.substr(0, kMostBlockBytes);
    content.remove_prefix(block.size());
    const auto header = static_cast<std::uint32_t>(block.size() << 3 | (content.empty() ? 1u : 0u));  // size, type 0 (raw), whether it is the last
    to = put(to, static_cast<std::uint16_t>(header));
    to = put(to, static_cast<std::uint8_t>(header >> 16));
    to = std::copy(block.begin(), block.end(), to);
  }
  return to;
}

}  // namespace

void ChunkEncoder::FreeContext::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ChunkEncoder::ChunkEncoder(Compression compression) : compression_(compression) {
  if (compression != Compression::kZstd) return;
  context_.reset(ZSTD_createCCtx());
  check(context_ != nullptr, "no memory to compress with");
  prefer_speed(*context_);
}

ChunkEncoder::Chunk ChunkEncoder::encode(const RawChunk& raw) {
  const std::size_t raw_bytes = raw.raw.size();
  check(raw.tag.size() == 4 && raw_bytes <= kMaxChunkBytes && raw.noise_bytes <= raw_bytes, "a chunk {} of {} bytes, {} of noise", raw.tag, raw_bytes,
        raw.noise_bytes);
  const std::string_view smaller = packed(raw);
  Chunk chunk{.header = Bytes(raw.tag), .stored = smaller.empty() ? raw.raw : smaller};
  append(chunk.header, static_cast<std::uint32_t>(smaller.empty() ? Compression::kNone : compression_));
  append(chunk.header, raw.items);
  append(chunk.header, static_cast<std::uint32_t>(chunk.stored.size()));
  append(chunk.header, static_cast<std::uint32_t>(raw_bytes));
  append(chunk.header, crc32_of(chunk.stored, crc32_of(chunk.header)));
  return chunk;
}

/// Empty where that would not be smaller.
std::string_view ChunkEncoder::packed(const RawChunk& chunk) {
  if (compression_ == Compression::kNone) return {};
  const std::string_view raw = chunk.raw;
  if (buffer_.size() < raw.size() + kMostFrameBytes) buffer_.resize(raw.size() + kMostFrameBytes);
  const std::size_t before_noise = raw.size() - chunk.noise_bytes;
  const std::size_t bytes = compression_ == Compression::kZstd ? zstd(raw.substr(0, before_noise), raw.substr(before_noise)) : deflate(raw);
  return std::string_view(buffer_).substr(0, bytes < raw.size() ? bytes : 0);
}

/// Bytes of a zlib stream in the buffer; as many as there were where it does not fit.
std::size_t ChunkEncoder::deflate(std::string_view raw) {
  auto bytes = static_cast<uLongf>(raw.size());
  auto* const to = std::bit_cast<Bytef*>(buffer_.data());
  const int result = compress2(to, &bytes, std::bit_cast<const Bytef*>(raw.data()), static_cast<uLong>(raw.size()), kDeflateLevel);
  return result == Z_OK ? bytes : raw.size();
}

/// The same of a Zstandard frame of `raw` and one that stores the noise.
std::size_t ChunkEncoder::zstd(std::string_view raw, std::string_view noise) {
  const std::size_t whole = raw.size() + noise.size();
  const std::size_t bytes = ZSTD_compress2(context_.get(), buffer_.data(), raw.size(), raw.data(), raw.size());
  if (ZSTD_isError(bytes) != 0) return whole;
  const char* const end = noise.empty() ? buffer_.data() + bytes : store_frame(buffer_.data() + bytes, noise);
  return static_cast<std::size_t>(end - buffer_.data());
}

}  // namespace ngpcsim::workloads::trace
