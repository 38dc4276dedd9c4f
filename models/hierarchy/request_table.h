#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace ngpcsim::models::hierarchy {

/// Requests between offer and answer, by place: as little of them as an answer needs, for there may be thousands.
class RequestTable {
 public:
  struct Entry {
    std::uint64_t id = 0;      ///< the source's own
    std::uint64_t number = 0;  ///< of its source's requests
    std::uint32_t pieces = 0;  ///< that are not back; 0: nobody is there
  };

  std::uint32_t add(std::uint64_t id, std::uint64_t number, std::uint32_t pieces) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(entries_.size()));
      entries_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    entries_[place] = {id, number, pieces};
    if (with_left_.size() <= pieces) with_left_.resize(pieces + 1);
    ++with_left_[pieces];
    return place;
  }
  /// A piece came back; true with the last one, which frees the place.
  bool piece_back(std::uint32_t place) {
    std::uint32_t& left = entries_[place].pieces;
    --with_left_[left--];
    ++with_left_[left];
    if (left > 0) return false;
    free_.push_back(place);
    return true;
  }
  [[nodiscard]] const Entry& at(std::uint32_t place) const { return entries_[place]; }
  /// Pieces of the request that lacks the fewest; there is one.
  [[nodiscard]] std::uint32_t fewest_pieces() const {
    const auto some = std::find_if(with_left_.begin() + 1, with_left_.end(), [](std::uint64_t requests) { return requests > 0; });
    return static_cast<std::uint32_t>(some - with_left_.begin());
  }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> with_left_;  ///< requests by their pieces; those that are back count on at 0
  std::vector<std::uint32_t> free_;
};

}  // namespace ngpcsim::models::hierarchy
