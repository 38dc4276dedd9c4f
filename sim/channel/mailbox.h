#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace ngpcsim {

/// Tokens on their way to one block, each with the edge at which it becomes visible. They are taken in order of (edge, source, edge of the
/// sender, sequence), so neither the order of construction nor that of activation within an edge matters, nor how far a sender runs ahead.
///
/// Each source has a queue of its own, in which what it posts goes near the end: a source that runs ahead may post thousands. The heads of the queues stand in a
/// heap, of small entries.
template <class Token>
class Mailbox {
 public:
  /// `sent` is the sender's edge: one that runs ahead may post what it sends later first, and two of its edges may be one of the receiver's.
  void post(std::uint64_t edge, std::uint32_t source, std::uint64_t sent, Token token) {
    if (source >= queues_.size()) queues_.resize(source + 1);
    std::deque<Entry>& queue = queues_[source];
    auto place = queue.end();
    while (place != queue.begin() && std::pair(edge, sent) < std::pair((place - 1)->edge, (place - 1)->sent)) --place;
    const bool is_head = place == queue.begin();
    queue.insert(place, {edge, sent, std::move(token)});
    if (is_head) add_head({edge, source});
    ++size_;
  }
  /// The next token visible at or before `edge`.
  [[nodiscard]] std::optional<Token> take(std::uint64_t edge) {
    if (heads_.empty() || heads_.front().edge > edge) return std::nullopt;
    std::deque<Entry>& queue = queues_[heads_.front().source];
    Token token = std::move(queue.front().token);
    queue.pop_front();
    --size_;
    replace_head();
    return token;
  }
  [[nodiscard]] std::optional<std::uint64_t> next_edge() const {
    return heads_.empty() ? std::nullopt : std::optional(heads_.front().edge);
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Entry {
    std::uint64_t edge;
    std::uint64_t sent;
    Token token;  ///< of those that one source sent at one edge, in order of posting
  };
  /// A queue whose first token is visible at `edge`.
  struct Head {
    std::uint64_t edge;
    std::uint32_t source;
  };
  static bool later(const Head& a, const Head& b) { return a.edge != b.edge ? a.edge > b.edge : a.source > b.source; }

  void add_head(const Head& head) {
    heads_.push_back(head);
    std::push_heap(heads_.begin(), heads_.end(), later);
  }
  /// The queue of the first head has lost its first token. A queue that once had another head may stand in the heap twice: what is stale is dropped when it comes to
  /// the front.
  void replace_head() {
    const std::uint32_t source = heads_.front().source;
    drop_first();
    if (!queues_[source].empty()) add_head({queues_[source].front().edge, source});
    while (!heads_.empty() && is_stale(heads_.front())) drop_first();
  }
  void drop_first() {
    std::pop_heap(heads_.begin(), heads_.end(), later);
    heads_.pop_back();
  }
  [[nodiscard]] bool is_stale(const Head& head) const { return queues_[head.source].empty() || queues_[head.source].front().edge != head.edge; }

  std::vector<std::deque<Entry>> queues_;  ///< by source, in order of (edge, sender's edge, posting)
  std::vector<Head> heads_;                ///< the first is never stale
  std::size_t size_ = 0;
};

}  // namespace ngpcsim
