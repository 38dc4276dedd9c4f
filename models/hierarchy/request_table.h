#pragma once
#include <cstdint>
#include <vector>

#include "models/common/messages.h"

namespace ngpcsim::models::hierarchy {

/// Requests between offer and answer, by place.
class RequestTable {
 public:
  struct Entry {
    MemoryRequest request;
    std::uint64_t visible = 0;
    std::uint32_t pieces_left = 0;
  };

  std::uint32_t add(const MemoryRequest& request, std::uint64_t visible, std::uint32_t pieces) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(entries_.size()));
      entries_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    entries_[place] = {request, visible, pieces};
    ++open_;
    return place;
  }
  /// A piece came back; true with the last one, which frees the place.
  bool piece_back(std::uint32_t place) {
    if (--entries_[place].pieces_left > 0) return false;
    free_.push_back(place);
    --open_;
    return true;
  }
  [[nodiscard]] const Entry& at(std::uint32_t place) const { return entries_[place]; }
  [[nodiscard]] std::uint64_t open() const { return open_; }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::uint64_t open_ = 0;
};

}  // namespace ngpcsim::models::hierarchy
