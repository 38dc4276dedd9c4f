#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "workloads/trace/byte_text.h"
#include "workloads/trace/raw_chunk.h"
#include "workloads/trace/trace_format.h"

struct ZSTD_CCtx_s;

namespace ngpcsim::workloads::trace {

/// Makes chunks. The payload is compressed where that is asked for and makes it smaller, by Zstandard but for its noise; the same input gives the same bytes.
class ChunkEncoder {
 public:
  explicit ChunkEncoder(Compression compression);

  struct Chunk {
    Bytes header;
    std::string_view stored;  ///< what follows it in the file; stays until the next call, or as long as what was encoded
  };
  [[nodiscard]] Chunk encode(const RawChunk& raw);

 private:
  [[nodiscard]] std::string_view packed(const RawChunk& chunk);
  [[nodiscard]] std::size_t deflate(std::string_view raw);
  [[nodiscard]] std::size_t zstd(std::string_view raw, std::string_view noise);

  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  Compression compression_;
  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;  // of Zstandard, where that is asked for
  Bytes buffer_;                                       // as large as any payload so far
};

}  // namespace ngpcsim::workloads::trace
