#include "workloads/trace/chunk_encoder.h"

#include <zlib.h>
#include <zstd.h>

#include <bit>

#include "sim/base/error.h"
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

}  // namespace

void ChunkEncoder::FreeContext::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ChunkEncoder::ChunkEncoder(Compression compression) : compression_(compression) {
  if (compression != Compression::kZstd) return;
  context_.reset(ZSTD_createCCtx());
  check(context_ != nullptr, "no memory to compress with");
  prefer_speed(*context_);
}

ChunkEncoder::Chunk ChunkEncoder::encode(std::string_view tag, std::uint32_t items, std::string_view raw) {
  check(tag.size() == 4 && raw.size() <= kMaxChunkBytes, "a chunk {} of {} bytes", tag, raw.size());
  const std::string_view smaller = packed(raw);
  Chunk chunk{.header = Bytes(tag), .stored = smaller.empty() ? raw : smaller};
  append(chunk.header, static_cast<std::uint32_t>(smaller.empty() ? Compression::kNone : compression_));
  append(chunk.header, items);
  append(chunk.header, static_cast<std::uint32_t>(chunk.stored.size()));
  append(chunk.header, static_cast<std::uint32_t>(raw.size()));
  append(chunk.header, crc32_of(chunk.stored, crc32_of(chunk.header)));
  return chunk;
}

/// Empty where that would not be smaller.
std::string_view ChunkEncoder::packed(std::string_view raw) {
  if (compression_ == Compression::kNone) return {};
  if (buffer_.size() < raw.size()) buffer_.resize(raw.size());
  const std::size_t bytes = compression_ == Compression::kZstd ? zstd(raw) : deflate(raw);
  return std::string_view(buffer_).substr(0, bytes < raw.size() ? bytes : 0);
}

/// Bytes of a zlib stream in the buffer; as many as there were where it does not fit.
std::size_t ChunkEncoder::deflate(std::string_view raw) {
  auto bytes = static_cast<uLongf>(raw.size());
  auto* const to = std::bit_cast<Bytef*>(buffer_.data());
  const int result = compress2(to, &bytes, std::bit_cast<const Bytef*>(raw.data()), static_cast<uLong>(raw.size()), kDeflateLevel);
  return result == Z_OK ? bytes : raw.size();
}

/// The same of a Zstandard frame.
std::size_t ChunkEncoder::zstd(std::string_view raw) {
  const std::size_t bytes = ZSTD_compress2(context_.get(), buffer_.data(), raw.size(), raw.data(), raw.size());
  return ZSTD_isError(bytes) == 0 ? bytes : raw.size();
}

}  // namespace ngpcsim::workloads::trace
