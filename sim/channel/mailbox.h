#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ngpcsim {

/// Tokens on their way to one block, each with the edge at which it becomes visible. They are taken in order of (edge, source, sequence),
/// so neither the order of construction nor that of activation within an edge matters.
template <class Token>
class Mailbox {
 public:
  void post(std::uint64_t edge, std::uint32_t source, Token token) {
    heap_.push_back({edge, source, sequence_++, std::move(token)});
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
    std::uint64_t sequence;  ///< order of posting: compared between tokens of one source only, whose order is the source's own
    Token token;
  };
  static bool later(const Entry& a, const Entry& b) {
    if (a.edge != b.edge) return a.edge > b.edge;
    if (a.source != b.source) return a.source > b.source;
    return a.sequence > b.sequence;
  }

  std::vector<Entry> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace ngpcsim
