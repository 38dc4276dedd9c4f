#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ngpcsim {

/// Tokens on their way to one block, each with the edge at which it becomes visible. They are taken in order of (edge, source, edge of the
/// sender, sequence), so neither the order of construction nor that of activation within an edge matters, nor how far a sender runs ahead.
template <class Token>
class Mailbox {
 public:
  /// `sent` is the sender's edge: one that runs ahead may post what it sends later first, and two of its edges may be one of the receiver's.
  void post(std::uint64_t edge, std::uint32_t source, std::uint64_t sent, Token token) {
    heap_.push_back({edge, source, sent, sequence_++, std::move(token)});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  /// The next token visible at or before `edge`.
  [[nodiscard]] std::optional<Token> take(std::uint64_t edge) {
    if (heap_.empty() || heap_.front().edge > edge) return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end(), later);
    Token token = std::move(heap_.back().token);
    heap_.pop_back();
    return token;
  }
  [[nodiscard]] std::optional<std::uint64_t> next_edge() const {
    return heap_.empty() ? std::nullopt : std::optional(heap_.front().edge);
  }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }

 private:
  struct Entry {
    std::uint64_t edge;
    std::uint32_t source;
    std::uint64_t sent;
    std::uint64_t sequence;  ///< order of posting: compared between tokens that one source sent at one edge
    Token token;
  };
  static bool later(const Entry& a, const Entry& b) {
    if (a.edge != b.edge) return a.edge > b.edge;
    if (a.source != b.source) return a.source > b.source;
    if (a.sent != b.sent) return a.sent > b.sent;
    return a.sequence > b.sequence;
  }

  std::vector<Entry> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace ngpcsim
