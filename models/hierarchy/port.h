#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "models/hierarchy/pieces.h"
#include "models/hierarchy/ring.h"

namespace ngpcsim::models::hierarchy {

/// A source's port: cuts its requests into pieces, and says when the next one may leave and the next answer may come (docs/memory.md, 2 and 7).
class Port {
 public:
  Port(std::uint32_t source, std::uint32_t bytes, const L2Params& l2)
      : source_(source), width_(bytes), line_(l2.line_bytes), line_shift_(static_cast<std::uint32_t>(std::countr_zero(l2.line_bytes))), interleave_(l2) {}

  [[nodiscard]] std::uint32_t pieces_of(const MemoryRequest& request) const {
    return static_cast<std::uint32_t>(((request.address + request.bytes - 1) >> line_shift_) - (request.address >> line_shift_) + 1);
  }
  /// `place`: of the request in the table of requests.
  void add(std::uint32_t place, const MemoryRequest& request, std::uint64_t visible) {
    requests_.push_back({place, request.access, request.address, request.address + request.bytes, visible});
    if (requests_.size() == 1) begin_request();
  }

  [[nodiscard]] bool empty() const { return requests_.empty(); }
  /// The edge from which on the next piece may leave, or kNever.
  [[nodiscard]] std::uint64_t leaves_from() const { return empty() ? kNever : std::max(requests_.front().visible, sends_from_); }
  [[nodiscard]] std::uint32_t slice() const { return place_.slice; }
  [[nodiscard]] std::uint64_t request_visible() const { return requests_.front().visible; }

  /// The next piece leaves at `edge`.
  Piece leave(std::uint64_t edge) {
    const Piece piece = piece_;
    sends_from_ = edge + (piece.carries_data_in() ? width_.edges(piece.bytes) : 1);
    Waiting& request = requests_.front();
    request.next += piece.bytes;
    if (request.next < request.end) {
      interleave_.advance(place_, piece.bytes);
      form_piece();
    } else {
      requests_.pop_front();
      if (!empty()) begin_request();
    }
    return piece;
  }

  /// Calls `run(place)` for each part of the request that goes to a slice in one turn, the first ones of many.
  template <class Run>
  void for_each_unit(const MemoryRequest& request, Run&& run) const {
    std::uint64_t bytes = std::min<std::uint64_t>(request.bytes, kUnits * interleave_.unit());
    for (Interleave::Place place = interleave_.place(request.address);;) {
      run(place);
      const std::uint64_t in_turn = interleave_.unit() - place.in_unit;
      if (in_turn >= bytes) return;
      bytes -= in_turn;
      interleave_.advance(place, in_turn);
    }
  }
  /// Calls `run(place)` for each piece of the request at hand that is among the next ones, once.
  template <class Run>
  void for_each_coming(Run&& run) {
    const std::uint64_t end = empty() ? 0 : std::min(requests_.front().end, requests_.front().next + kComing * line_);
    while (coming_ < end) {
      const std::uint64_t behind = (coming_ | (line_ - 1)) + 1;
      run(coming_place_);
      interleave_.advance(coming_place_, behind - coming_);
      coming_ = behind;
    }
  }

  [[nodiscard]] std::uint64_t takes_from() const { return takes_from_; }
  /// Takes the answer of a piece that leaves its slice at `edge`. Returns how many edges it is at the port.
  std::uint64_t take(const Answer& answer, std::uint64_t edge) {
    const std::uint64_t edges = answer.carries_data ? width_.edges(answer.bytes) : 1;
    takes_from_ = edge + edges;
    return edges;
  }

 private:
  struct Waiting {
    std::uint32_t place = 0;
    MemoryAccess access = MemoryAccess::kRead;
    std::uint64_t next = 0, end = 0;  ///< addresses
    std::uint64_t visible = 0;
  };

  static constexpr std::uint64_t kComing = 8, kUnits = 32;  ///< what the machine that simulates can fetch at once, and a while later

  void begin_request() {
    coming_ = requests_.front().next;
    coming_place_ = place_ = interleave_.place(coming_);
    form_piece();
  }
  void form_piece() {
    const Waiting& request = requests_.front();
    const std::uint64_t end = std::min(request.end, (request.next | (line_ - 1)) + 1);
    const auto bytes = static_cast<std::uint32_t>(end - request.next);
    piece_ = {.address = place_.local, .bytes = bytes, .request = request.place, .source = source_, .access = request.access};
  }

  std::uint32_t source_;
  Width width_;
  std::uint64_t line_;  ///< bytes, a power of two
  std::uint32_t line_shift_;
  Interleave interleave_;
  Ring<Waiting> requests_;
  Piece piece_{};              ///< the next one
  Interleave::Place place_{};  ///< where it goes
  std::uint64_t coming_ = 0;   ///< address behind the pieces that were named as coming
  Interleave::Place coming_place_{};
  std::uint64_t sends_from_ = 0, takes_from_ = 0;
};

}  // namespace ngpcsim::models::hierarchy
