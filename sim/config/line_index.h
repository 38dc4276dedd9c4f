#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace ngpcsim::config {

/// Byte offsets of a text to lines and columns, both from 1.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }
  [[nodiscard]] int line(std::size_t offset) const {
    return static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
  }
  /// In bytes.
  [[nodiscard]] std::size_t column(std::size_t offset) const { return offset - starts_[static_cast<std::size_t>(line(offset)) - 1] + 1; }

 private:
  std::vector<std::size_t> starts_{0};
};

}  // namespace ngpcsim::config
