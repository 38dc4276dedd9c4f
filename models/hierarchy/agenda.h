#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/hierarchy/pieces.h"

namespace ngpcsim::models::hierarchy {

/// Which of a fixed number of parts acts at which edge: a wheel with a place for each of the next edges, in it a bit for each part; what lies further ahead
/// waits beside it until the wheel has come near. Up to 64 parts cost what one does. Nothing is ever crossed out: a part whose plans change is called once more
/// than it needs.
class Agenda {
 public:
  explicit Agenda(std::uint32_t parts) : words_((parts + 63) / 64), places_(std::size_t{kPlaces} * words_), due_(words_) {}

  /// `part` acts at `edge`; at the first edge that was not taken, where that one was.
  void add(std::uint32_t part, std::uint64_t edge) {
    edge = std::max(edge, begin_);
    if (near(edge)) put(part, edge);
    else far_.push({edge, part});
  }
  /// The first edge at which somebody acts, or kNever.
  [[nodiscard]] std::uint64_t next() const {
    const std::uint64_t place = begin_ % kPlaces, first = place / 64, shift = place % 64;
    if (const std::uint64_t bits = occupied_[first] >> shift; bits != 0) return begin_ + count_zeros(bits);
    for (std::uint64_t w = 1; w <= occupied_.size(); ++w)
      if (const std::uint64_t bits = occupied_[(first + w) % occupied_.size()]; bits != 0) return begin_ + w * 64 - shift + count_zeros(bits);
    return far_.empty() ? kNever : far_.top().first;
  }

  /// Takes out those who act up to `edge`: they are due, until the next call that returns true. False where nobody is.
  bool take(std::uint64_t edge) {
    std::uint64_t first = next();
    const bool any = first <= edge;
    if (any) std::fill(due_.begin(), due_.end(), 0);
    for (; first <= edge; first = next()) {
      begin_at(first);
      take_place(first % kPlaces);
    }
    begin_at(edge + 1);
    return any;
  }
  /// Calls `run(part - first)` for each part from `first` to before `end` that is due, in order.
  template <class Run>
  void for_each_due(std::uint32_t first, std::uint32_t end, Run&& run) const {
    for (std::uint32_t w = first / 64; w * 64 < end; ++w) {
      std::uint64_t bits = due_[w];
      if (w == first / 64) bits &= ~std::uint64_t{0} << first % 64;
      if (end - w * 64 < 64) bits &= (std::uint64_t{1} << (end - w * 64)) - 1;
      for (; bits != 0; bits &= bits - 1) run(w * 64 + count_zeros(bits) - first);
    }
  }

 private:
  static constexpr std::uint64_t kPlaces = 256;  ///< a power of two, with room for a hit's way through crossbar and slice

  [[nodiscard]] static std::uint32_t count_zeros(std::uint64_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }
  [[nodiscard]] bool near(std::uint64_t edge) const { return edge - begin_ < kPlaces; }

  void put(std::uint32_t part, std::uint64_t edge) {
    const std::uint64_t place = edge % kPlaces;
    places_[place * words_ + part / 64] |= std::uint64_t{1} << part % 64;
    occupied_[place / 64] |= std::uint64_t{1} << place % 64;
  }
  void take_place(std::uint64_t place) {
    for (std::uint32_t w = 0; w < words_; ++w) due_[w] |= std::exchange(places_[place * words_ + w], 0);
    occupied_[place / 64] &= ~(std::uint64_t{1} << place % 64);
  }
  /// The wheel has come to `edge`, before which nobody is left.
  void begin_at(std::uint64_t edge) {
    begin_ = edge;
    for (; !far_.empty() && near(far_.top().first); far_.pop()) put(far_.top().second, far_.top().first);
  }

  std::uint32_t words_;
  std::vector<std::uint64_t> places_;                   ///< parts by edge, `words_` of bits each
  std::array<std::uint64_t, kPlaces / 64> occupied_{};  ///< places with somebody
  std::vector<std::uint64_t> due_;                      ///< parts
  std::uint64_t begin_ = 0;                             ///< the first edge that was not taken
  using Later = std::pair<std::uint64_t, std::uint32_t>;  // edge, part
  std::priority_queue<Later, std::vector<Later>, std::greater<>> far_;
};

}  // namespace ngpcsim::models::hierarchy
