#pragma once
#include <cstdint>
#include <vector>

namespace ngpcsim {

/// A queue of finite depth as its timing sees it: the edges at which its places become writable again. Ready is registered, so a place
/// freed at edge t is writable at t + 1 (docs/timing.md, section 1, rule 2).
class SlotRing {
 public:
  explicit SlotRing(std::uint32_t depth) : writable_(depth, 0) {}

  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(writable_.size()); }
  /// First edge at which the n-th next item may be written, n = 0 for the next; n < depth.
  [[nodiscard]] std::uint64_t writable(std::uint32_t n = 0) const { return writable_[wrapped(in_ + n)]; }
  /// An item was written.
  void push() { in_ = wrapped(in_ + 1); }
  /// The oldest item was taken at `edge`.
  void pop(std::uint64_t edge) {
    writable_[out_] = edge + 1;
    out_ = wrapped(out_ + 1);
  }

 private:
  [[nodiscard]] std::uint32_t wrapped(std::uint32_t i) const { return i >= depth() ? i - depth() : i; }

  std::vector<std::uint64_t> writable_;
  std::uint32_t in_ = 0, out_ = 0;
};

}  // namespace ngpcsim
