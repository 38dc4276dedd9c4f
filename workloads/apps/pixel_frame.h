#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "workloads/apps/pixel_order.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// Rays that a group has at most: their numbers have 32 bits.
inline constexpr std::uint64_t kMaxGroupRays = std::uint64_t{1} << 31;

/// A frame of one ray a pixel: spans of its walk become groups, by `make(PixelSpan)`, which gives a std::unique_ptr of a group.
template <class MakeGroup>
class PixelFrame final : public stream::Frame {
 public:
  PixelFrame(std::uint64_t pixels, MakeGroup make) : pixels_(pixels), make_(std::move(make)) {}

  [[nodiscard]] std::uint64_t pixels() const override { return pixels_; }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    check(max_rays > 0, "a group of no rays");
    const PixelSpan span{next_, std::min({max_rays, pixels_ - next_, kMaxGroupRays})};
    if (span.count == 0) return nullptr;
    next_ += span.count;
    return make_(span);
  }

 private:
  std::uint64_t pixels_;
  MakeGroup make_;
  std::uint64_t next_ = 0;
};

/// Frames one after the other as one: the two eyes of a headset. No group has rays of both.
class ChainedFrame final : public stream::Frame {
 public:
  explicit ChainedFrame(std::vector<std::unique_ptr<stream::Frame>> parts) : parts_(std::move(parts)) {}

  [[nodiscard]] std::uint64_t pixels() const override {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) sum += part->pixels();
    return sum;
  }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    for (; next_ < parts_.size(); ++next_)
      if (auto group = parts_[next_]->next_group(max_rays)) return group;
    return nullptr;
  }

 private:
  std::vector<std::unique_ptr<stream::Frame>> parts_;
  std::size_t next_ = 0;
};

}  // namespace ngpcsim::workloads
