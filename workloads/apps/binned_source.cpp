#include "workloads/apps/binned_source.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "workloads/import/morton.h"

namespace ngpcsim::workloads {
namespace {

/// A counting sort of a round; its buffers are used again.
class RoundSorter {
 public:
  explicit RoundSorter(std::uint32_t side) : side_(static_cast<float>(side)), last_(side - 1), first_of_cell_(std::size_t{side} * side * side + 1) {}

  void sort(const stream::Queries& in, stream::Queries& out) {
    const std::size_t count = in.size();
    cell_.resize(count);
    std::fill(first_of_cell_.begin(), first_of_cell_.end(), 0u);
    for (std::size_t i = 0; i < count; ++i) {
      cell_[i] = morton3(along(in.x[i]), along(in.y[i]), along(in.z[i]));
      ++first_of_cell_[cell_[i] + 1];
    }
    for (std::size_t c = 1; c < first_of_cell_.size(); ++c) first_of_cell_[c] += first_of_cell_[c - 1];
    out.x.resize(count);
    out.y.resize(count);
    out.z.resize(count);
    out.ray.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t to = first_of_cell_[cell_[i]]++;
      out.x[to] = in.x[i];
      out.y[to] = in.y[i];
      out.z[to] = in.z[i];
      out.ray[to] = in.ray[i];
    }
  }

 private:
  [[nodiscard]] std::uint32_t along(float x) const { return std::min(static_cast<std::uint32_t>(std::max(x, 0.0f) * side_), last_); }

  float side_;
  std::uint32_t last_;
  std::vector<std::uint32_t> cell_, first_of_cell_;
};

class BinnedGroup final : public stream::RayGroup {
 public:
  BinnedGroup(std::unique_ptr<stream::RayGroup> group, std::uint32_t side) : group_(std::move(group)), sorter_(side) {}

  [[nodiscard]] std::uint64_t rays() const override { return group_->rays(); }
  [[nodiscard]] std::uint64_t rays_alive() const override { return group_->rays_alive(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return group_->rays_hit(); }
  [[nodiscard]] stream::Directions directions() const override { return group_->directions(); }

  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override {
    const Round round = next_round_in(max_steps, sorted_);
    out.x.insert(out.x.end(), round.queries->x.begin(), round.queries->x.end());
    out.y.insert(out.y.end(), round.queries->y.begin(), round.queries->y.end());
    out.z.insert(out.z.end(), round.queries->z.begin(), round.queries->z.end());
    out.ray.insert(out.ray.end(), round.queries->ray.begin(), round.queries->ray.end());
    return round.work;
  }
  Round next_round_in(std::uint32_t max_steps, stream::Queries& buffer) override {
    Round round = group_->next_round_in(max_steps, by_ray_);
    sorter_.sort(*round.queries, buffer);
    round.work.sorted = round.work.queries;
    return {round.work, &buffer};
  }

 private:
  std::unique_ptr<stream::RayGroup> group_;
  RoundSorter sorter_;
  stream::Queries by_ray_, sorted_;
};

class BinnedFrame final : public stream::Frame {
 public:
  BinnedFrame(std::unique_ptr<stream::Frame> frame, std::uint32_t side) : frame_(std::move(frame)), side_(side) {}

  [[nodiscard]] std::uint64_t pixels() const override { return frame_->pixels(); }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    auto group = frame_->next_group(max_rays);
    return group == nullptr ? nullptr : std::make_unique<BinnedGroup>(std::move(group), side_);
  }

 private:
  std::unique_ptr<stream::Frame> frame_;
  std::uint32_t side_;
};

class BinnedSource final : public stream::QuerySource {
 public:
  BinnedSource(std::unique_ptr<stream::QuerySource> source, std::uint32_t side) : source_(std::move(source)), side_(side) {}

  [[nodiscard]] std::uint64_t frames() const override { return source_->frames(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override { return source_->frame_name(frame); }
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override {
    return std::make_unique<BinnedFrame>(source_->open_frame(frame), side_);
  }

 private:
  std::unique_ptr<stream::QuerySource> source_;
  std::uint32_t side_;
};

}  // namespace

std::unique_ptr<stream::QuerySource> bin_queries(std::unique_ptr<stream::QuerySource> source, std::uint32_t side) {
  check(std::has_single_bit(side) && side >= 2 && side <= kMostBinSide, "bins of a grid of side {}", side);
  return std::make_unique<BinnedSource>(std::move(source), side);
}

}  // namespace ngpcsim::workloads
