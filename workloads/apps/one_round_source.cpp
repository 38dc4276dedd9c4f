#include "workloads/apps/one_round_source.h"

#include <string>
#include <utility>

namespace ngpcsim::workloads {
namespace {

class OneRoundGroup final : public stream::RayGroup {
 public:
  explicit OneRoundGroup(std::unique_ptr<stream::RayGroup> group) : group_(std::move(group)) {}

  [[nodiscard]] std::uint64_t rays() const override { return group_->rays(); }
  [[nodiscard]] std::uint64_t rays_alive() const override { return group_->rays_alive(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return group_->rays_hit(); }
  [[nodiscard]] stream::Directions directions() const override { return group_->directions(); }

  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override {
    stream::RoundWork work{.rays_marched = group_->rays_alive()};
    for (;;) {
      const stream::RoundWork round = group_->next_round(max_steps, out);
      work.queries += round.queries;
      work.probes += round.probes;
      work.sorted += round.sorted;
      if (round.queries == 0 || group_->rays_alive() == 0) return work;
    }
  }

 private:
  std::unique_ptr<stream::RayGroup> group_;
};

class OneRoundFrame final : public stream::Frame {
 public:
  explicit OneRoundFrame(std::unique_ptr<stream::Frame> frame) : frame_(std::move(frame)) {}

  [[nodiscard]] std::uint64_t pixels() const override { return frame_->pixels(); }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    auto group = frame_->next_group(max_rays);
    if (group == nullptr) return nullptr;
    return std::make_unique<OneRoundGroup>(std::move(group));
  }

 private:
  std::unique_ptr<stream::Frame> frame_;
};

class OneRoundSource final : public stream::QuerySource {
 public:
  explicit OneRoundSource(std::unique_ptr<stream::QuerySource> source) : source_(std::move(source)) {}

  [[nodiscard]] std::uint64_t frames() const override { return source_->frames(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override { return source_->frame_name(frame); }
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override { return std::make_unique<OneRoundFrame>(source_->open_frame(frame)); }

 private:
  std::unique_ptr<stream::QuerySource> source_;
};

}  // namespace

std::unique_ptr<stream::QuerySource> in_one_round(std::unique_ptr<stream::QuerySource> source) { return std::make_unique<OneRoundSource>(std::move(source)); }

}  // namespace ngpcsim::workloads
