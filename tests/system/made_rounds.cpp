#include "tests/system/made_rounds.h"

namespace ngpcsim {
namespace {

class MadeGroup final : public stream::RayGroup {
 public:
  explicit MadeGroup(const MadeRounds::Group& group) : group_(group) {}
  [[nodiscard]] std::uint64_t rays() const override { return group_.pixels; }
  [[nodiscard]] std::uint64_t rays_alive() const override { return next_ < group_.rounds.size() ? group_.pixels : 0; }
  [[nodiscard]] std::uint64_t rays_hit() const override { return group_.pixels; }
  [[nodiscard]] stream::Directions directions() const override { return {group_.direction_x, group_.direction_y, group_.direction_z}; }
  stream::RoundWork next_round(std::uint32_t /*max_steps*/, stream::Queries& out) override {
    const std::uint64_t alive = rays_alive();
    if (next_ == group_.rounds.size()) return {};
    out = group_.rounds[next_++];
    return {.queries = out.size(), .probes = 0, .rays_marched = alive};
  }

 private:
  const MadeRounds::Group& group_;
  std::size_t next_ = 0;
};

class MadeFrame final : public stream::Frame {
 public:
  explicit MadeFrame(const MadeRounds& rounds) : rounds_(rounds) {}
  [[nodiscard]] std::uint64_t pixels() const override {
    std::uint64_t all = 0;
    for (const auto& group : rounds_.groups) all += group.pixels;
    return all;
  }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t /*max_rays*/) override {
    return next_ < rounds_.groups.size() ? std::make_unique<MadeGroup>(rounds_.groups[next_++]) : nullptr;
  }

 private:
  const MadeRounds& rounds_;
  std::size_t next_ = 0;
};

class MadeSource final : public stream::QuerySource {
 public:
  explicit MadeSource(const MadeRounds& rounds) : rounds_(rounds) {}
  [[nodiscard]] std::uint64_t frames() const override { return 1; }
  [[nodiscard]] std::string frame_name(std::uint64_t /*frame*/) const override { return "made"; }
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t /*frame*/) const override { return std::make_unique<MadeFrame>(rounds_); }

 private:
  const MadeRounds& rounds_;
};

}  // namespace

std::unique_ptr<stream::QuerySource> make_source(const MadeRounds& rounds) { return std::make_unique<MadeSource>(rounds); }

stream::Queries random_queries(Rng& rng, std::uint32_t count, std::uint32_t per_ray) {
  stream::Queries queries;
  for (std::uint32_t i = 0; i < count; ++i) {
    queries.x.push_back(rng.unit());
    queries.y.push_back(rng.unit());
    queries.z.push_back(rng.unit());
    queries.ray.push_back(i / per_ray);
  }
  return queries;
}

}  // namespace ngpcsim
