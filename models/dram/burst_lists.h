#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace ngpcsim::models::dram {

/// A burst that waits for its column command.
struct Burst {
  std::uint64_t sequence = 0;  ///< age: in order of acceptance in the channel
  std::uint64_t request = 0;   ///< handle of its request, for who asked
  std::uint64_t id = 0;        ///< number of its request, for the command trace
  std::uint32_t row = 0, column = 0;
  std::uint16_t first_byte = 0, end_byte = 0;  ///< of the burst, that the request reads or writes
  std::uint16_t previous = 0, next = 0;        ///< in the list of its bank
};

/// The waiting bursts of a channel in one pool, as lists per bank in order of age. No memory is taken after construction.
class BurstPool {
 public:
  static constexpr std::uint16_t kNone = 0xFFFF;

  /// One list: bursts of one kind of one bank.
  struct List {
    std::uint16_t head = kNone, tail = kNone;
    [[nodiscard]] bool empty() const { return head == kNone; }
  };

  explicit BurstPool(std::uint32_t places) : bursts_(places) {
    free_.reserve(places);
    for (std::uint32_t i = places; i-- > 0;) free_.push_back(static_cast<std::uint16_t>(i));
  }

  [[nodiscard]] Burst& operator[](std::uint16_t i) { return bursts_[i]; }
  [[nodiscard]] const Burst& operator[](std::uint16_t i) const { return bursts_[i]; }

  /// A burst at the end of a list, to be filled in. There is a free place: the owner counts.
  [[nodiscard]] Burst& append(List& list) {
    const std::uint16_t i = free_.back();
    free_.pop_back();
    bursts_[i].previous = list.tail;
    bursts_[i].next = kNone;
    (list.tail == kNone ? list.head : bursts_[list.tail].next) = i;
    list.tail = i;
    return bursts_[i];
  }
  void remove(List& list, std::uint16_t i) {
    const Burst& burst = bursts_[i];
    (burst.previous == kNone ? list.head : bursts_[burst.previous].next) = burst.next;
    (burst.next == kNone ? list.tail : bursts_[burst.next].previous) = burst.previous;
    free_.push_back(i);
  }
  /// The oldest of a list that `wanted` holds for.
  template <class Wanted>
  [[nodiscard]] std::uint16_t find(const List& list, const Wanted& wanted) const {
    std::uint16_t i = list.head;
    while (i != kNone && !wanted(bursts_[i])) i = bursts_[i].next;
    return i;
  }
  [[nodiscard]] std::uint16_t find_row(const List& list, std::uint32_t row) const {
    return find(list, [row](const Burst& b) { return b.row == row; });
  }
  [[nodiscard]] std::uint16_t find_burst(const List& list, std::uint32_t row, std::uint32_t column) const {
    return find(list, [row, column](const Burst& b) { return b.row == row && b.column == column; });
  }

 private:
  std::vector<Burst> bursts_;
  std::vector<std::uint16_t> free_;
};

}  // namespace ngpcsim::models::dram
