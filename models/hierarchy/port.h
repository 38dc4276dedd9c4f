#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>

#include "models/hierarchy/pieces.h"
#include "models/hierarchy/request_table.h"

namespace ngpcsim::models::hierarchy {

/// A source's port: cuts its requests into pieces, and says when the next one may leave and the next answer may come (docs/memory.md, 2 and 7).
class Port {
 public:
  Port(std::uint32_t source, std::uint32_t bytes, const L2Params& l2) : source_(source), bytes_(bytes), line_(l2.line_bytes), interleave_(l2) {}

  [[nodiscard]] std::uint32_t pieces_of(const MemoryRequest& request) const {
    return static_cast<std::uint32_t>((request.address + request.bytes - 1) / line_ - request.address / line_ + 1);
  }
  void add(std::uint32_t place, const RequestTable::Entry& entry) {
    requests_.push_back({place, entry.request.access, entry.request.address, entry.request.address + entry.request.bytes, entry.visible});
    if (requests_.size() == 1) form_piece();
  }

  [[nodiscard]] bool empty() const { return requests_.empty(); }
  /// The edge from which on the next piece may leave, or kNever.
  [[nodiscard]] std::uint64_t leaves_from() const { return empty() ? kNever : std::max(requests_.front().visible, sends_from_); }
  [[nodiscard]] std::uint32_t slice() const { return slice_; }
  [[nodiscard]] std::uint64_t request_visible() const { return requests_.front().visible; }

  /// The next piece leaves at `edge`.
  Piece leave(std::uint64_t edge) {
    const Piece piece = piece_;
    sends_from_ = edge + (piece.carries_data_in() ? edges_for(piece.bytes, bytes_) : 1);
    Waiting& request = requests_.front();
    request.next += piece.bytes;
    if (request.next == request.end) requests_.pop_front();
    if (!requests_.empty()) form_piece();
    return piece;
  }

  [[nodiscard]] std::uint64_t takes_from() const { return takes_from_; }
  /// Takes the answer of a piece that leaves its slice at `edge`. Returns how many edges it is at the port.
  std::uint64_t take(const Piece& piece, std::uint64_t edge) {
    const std::uint64_t edges = piece.carries_data_out() ? edges_for(piece.bytes, bytes_) : 1;
    takes_from_ = edge + edges;
    return edges;
  }

 private:
  struct Waiting {
    std::uint32_t place;
    MemoryAccess access;
    std::uint64_t next, end;  ///< addresses
    std::uint64_t visible;
  };

  void form_piece() {
    const Waiting& request = requests_.front();
    const std::uint64_t end = std::min(request.end, (request.next / line_ + 1) * line_);
    slice_ = interleave_.slice(request.next);
    piece_ = {.address = interleave_.local(request.next), .bytes = static_cast<std::uint32_t>(end - request.next), .request = request.place, .source = source_, .access = request.access};
  }

  std::uint32_t source_, bytes_;
  std::uint64_t line_;
  Interleave interleave_;
  std::deque<Waiting> requests_;
  Piece piece_{};
  std::uint32_t slice_ = 0;
  std::uint64_t sends_from_ = 0, takes_from_ = 0;
};

}  // namespace ngpcsim::models::hierarchy
