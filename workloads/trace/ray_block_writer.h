#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "workloads/stream/whole_rays.h"
#include "workloads/trace/byte_text.h"

namespace ngpcsim::workloads::trace {

/// Collects rays, cuts them into blocks and encodes these as payloads of RAYS chunks. Where blocks end follows from the rays alone, not from how many
/// are added at a time.
class RayBlockWriter {
 public:
  /// Where rays are added, at the end.
  [[nodiscard]] stream::WholeRays& pending() { return pending_; }

  struct Block {
    std::uint32_t rays = 0;
    std::uint64_t queries = 0;
    std::uint64_t probes = 0;
    std::string_view raw;  ///< the payload; stays until the next call
  };
  /// The next block of pending rays, which are gone then; null where they do not fill one. With `last` a block may be short, because no ray follows.
  [[nodiscard]] std::optional<Block> next(bool last);

 private:
  struct Encoded {
    std::uint64_t bytes = 0;   ///< of all samples
    std::uint64_t probes = 0;
  };
  [[nodiscard]] bool full() const;
  [[nodiscard]] Block encode(std::span<const stream::WholeRays::Ray> rays, std::span<const stream::WholeRays::Query> queries);
  void drop_written();

  stream::WholeRays pending_;
  std::size_t first_ray_ = 0, first_query_ = 0;       // of the block that is being cut; what lies before them was written
  std::size_t end_ray_ = 0, block_queries_ = 0;       // rays that were looked at, and what they give to the block
  Bytes raw_, other_;                                 // as large as any block so far
};

}  // namespace ngpcsim::workloads::trace
