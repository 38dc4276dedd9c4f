#pragma once
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace ngpcsim::models {

/// Which pages the frames of a lane hold (docs/timing.md, 3.2): it follows from the sequence of uses alone.
class PageFrames {
 public:
  PageFrames(std::uint32_t frames, std::size_t pages) : capacity_(frames), frame_of_(pages) {}

  struct Place {
    std::uint32_t frame = 0;
    bool is_hit = false;
    std::optional<std::uint64_t> last_use{};  ///< of the frame that a page takes that is no hit
  };
  /// The next use, of number `use`.
  Place take(std::uint32_t page, std::uint64_t use);
  [[nodiscard]] bool holds(std::uint32_t page) const { return frame_of_[page].has_value(); }

 private:
  struct Frame {
    std::uint32_t number = 0, page = 0;
    std::uint64_t last_use = 0;
  };
  std::uint32_t capacity_;
  std::list<Frame> frames_;  ///< that were used, the one whose last use is oldest first
  std::vector<std::optional<std::list<Frame>::iterator>> frame_of_;  ///< by page
};

}  // namespace ngpcsim::models
