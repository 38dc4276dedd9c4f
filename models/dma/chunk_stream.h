#pragma once
#include <cstdint>
#include <deque>
#include <optional>

#include "models/common/messages.h"
#include "models/dma/params.h"

namespace ngpcsim::models {

/// A chunk of a batch on its way through an NFP.
struct Chunk {
  Batch batch;
  std::uint64_t id = 0;     ///< counted from the start of the run
  std::uint64_t first = 0;  ///< in the launch's queries
  std::uint32_t count = 0;
  bool ends_batch = false;
};

/// The bookkeeping of an NFP's DMA (docs/timing.md, section 3): which chunk is read, run and written next, and from which edge on each
/// may be. It knows no memory and no pipeline; edges are told to it.
class ChunkStream {
 public:
  explicit ChunkStream(const DmaParams& params) : params_(params) {}

  /// A batch became visible at `edge`; it is cut into chunks behind those that are there.
  void add(const Batch& batch, std::uint64_t edge);

  struct Step {
    Chunk chunk;
    std::uint64_t edge = 0;  ///< of the read; or before which its first query is not offered
  };
  /// The next read that may be sent: its input buffer is free, or will be at a known edge. Counts as sent.
  [[nodiscard]] std::optional<Step> take_read();
  void arrived(std::uint64_t id, std::uint64_t edge);
  /// The next chunk whose data are there, each once, in order, and the edge at which they were; for who looks at them before they run.
  [[nodiscard]] std::optional<Step> take_arrived();

  /// The next chunk whose data are there and whose output buffer is reserved. Counts as run; `ran` tells when its last query was accepted.
  [[nodiscard]] std::optional<Step> take_run();
  void ran(std::uint64_t id, std::uint64_t last_accept);

  /// The oldest chunk that was not yet popped is: it may be written.
  [[nodiscard]] const Chunk& take_popped();
  /// A write was acknowledged at `edge`. True when it was the last outstanding one of its batch.
  [[nodiscard]] bool written(std::uint64_t id, std::uint64_t edge);
  [[nodiscard]] const Chunk& chunk(std::uint64_t id) const { return at(id).chunk; }

  [[nodiscard]] std::uint64_t unread() const { return next_run_ < next_read_ ? next_read_ - next_run_ : 0; }
  [[nodiscard]] std::uint64_t unwritten() const { return next_run_ - written_; }

 private:
  struct Entry {
    Chunk chunk;
    std::uint64_t visible = 0;       ///< edge of its batch
    std::uint64_t batch_number = 0;
    std::optional<std::uint64_t> arrived{}, last_accept{}, written{};
  };
  [[nodiscard]] const Entry& at(std::uint64_t id) const;
  [[nodiscard]] Entry& at(std::uint64_t id);
  void retire();

  DmaParams params_;
  std::deque<Entry> entries_;  ///< from the oldest that somebody may still ask for
  std::uint64_t first_ = 0;    ///< id of the front
  std::deque<std::uint32_t> unwritten_of_batch_;  ///< chunks, of the batches from `first_batch_` on
  std::uint64_t first_batch_ = 0;
  std::uint64_t next_chunk_ = 0, next_read_ = 0, next_arrived_ = 0, next_run_ = 0, next_popped_ = 0, written_ = 0;
  std::uint64_t last_read_edge_ = 0;
};

}  // namespace ngpcsim::models
