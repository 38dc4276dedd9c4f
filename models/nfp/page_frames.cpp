#include "models/nfp/page_frames.h"

#include <iterator>

namespace ngpcsim::models {

PageFrames::Place PageFrames::take(std::uint32_t page, std::uint64_t use) {
  Place place{.is_hit = holds(page)};
  if (place.is_hit) {
    frames_.splice(frames_.end(), frames_, *frame_of_[page]);
  } else if (frames_.size() < capacity_) {
    frames_.push_back({.number = static_cast<std::uint32_t>(frames_.size())});
  } else {
    place.last_use = frames_.front().last_use;
    frame_of_[frames_.front().page].reset();
    frames_.splice(frames_.end(), frames_, frames_.begin());
  }
  Frame& frame = frames_.back();
  frame.page = page;
  frame.last_use = use;
  frame_of_[page] = std::prev(frames_.end());
  place.frame = frame.number;
  return place;
}

}  // namespace ngpcsim::models
