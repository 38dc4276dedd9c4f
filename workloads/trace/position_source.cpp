#include "workloads/trace/position_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kRowsAtOnce = 65536;
constexpr double kUnitTolerance = 1e-3;  // of a direction's squared length

using Row = std::array<float, 3>;

/// Rows of a table from any row on, read some at a time; missing columns are 0.
class RowReader {
 public:
  using Check = void (*)(const Row&, const NpyTable&, std::uint64_t row);
  RowReader(std::shared_ptr<const NpyTable> table, Check check) : table_(std::move(table)), check_(check) {}

  [[nodiscard]] Row row(std::uint64_t number) {
    if (number < first_ || number >= first_ + count_) load(number);
    Row values{};
    const std::uint32_t columns = table_->columns();
    for (std::uint32_t c = 0; c < columns; ++c) values[c] = rows_[(number - first_) * columns + c];
    check_(values, *table_, number);
    return values;
  }

 private:
  void load(std::uint64_t number) {
    first_ = number;
    count_ = std::min(kRowsAtOnce, table_->rows() - number);
    table_->read(first_, count_, rows_);
  }

  std::shared_ptr<const NpyTable> table_;
  Check check_;
  std::uint64_t first_ = 0, count_ = 0;
  std::vector<float> rows_;
};

void check_position(const Row& q, const NpyTable& table, std::uint64_t row) {
  const bool inside = std::all_of(q.begin(), q.end(), [](float v) { return v >= 0.0f && v <= 1.0f; });
  if (!inside) throw InputError({table.path().string()}, fmt::format("row {}: the position ({}, {}, {})", row, q[0], q[1], q[2]), "positions in the unit cube, 0 to 1");
}

void check_direction(const Row& d, const NpyTable& table, std::uint64_t row) {
  double square = 0.0;
  for (const float v : d) square += double{v} * double{v};
  if (!(std::abs(square - 1.0) <= kUnitTolerance))
    throw InputError({table.path().string()}, fmt::format("row {}: the direction ({}, {}, {})", row, d[0], d[1], d[2]), "unit vectors");
}

class PositionGroup final : public stream::WholeRayGroup {
 public:
  std::vector<float> x, y, z, dx, dy, dz;  ///< filled by the frame

  [[nodiscard]] std::uint64_t rays() const override { return x.size(); }
  [[nodiscard]] std::uint64_t rays_alive() const override { return given_ ? 0 : rays(); }
  [[nodiscard]] std::uint64_t rays_hit() const override { return given_ ? rays() : 0; }
  [[nodiscard]] stream::Directions directions() const override { return {dx, dy, dz}; }
  stream::RoundWork next_round(std::uint32_t max_steps, stream::Queries& out) override {
    check(max_steps > 0, "a round of no steps");
    if (given_) return {};
    given_ = true;
    out.x.insert(out.x.end(), x.begin(), x.end());
    out.y.insert(out.y.end(), y.begin(), y.end());
    out.z.insert(out.z.end(), z.begin(), z.end());
    for (std::uint32_t ray = 0; ray < x.size(); ++ray) out.ray.push_back(ray);
    return {.queries = rays(), .probes = 0, .rays_marched = rays()};
  }
  bool next_whole(std::size_t most, stream::WholeRays& out) override {
    const std::size_t end = std::min(whole_ + most, x.size());
    if (given_ || whole_ == end) return false;
    for (; whole_ < end; ++whole_) {
      out.rays.push_back({.queries = 1, .tail_probes = 0, .alive = true, .ends_full = true, .direction = {dx[whole_], dy[whole_], dz[whole_]}});
      out.queries.push_back({.x = x[whole_], .y = y[whole_], .z = z[whole_], .probes = 0});
    }
    given_ = whole_ == x.size();
    return true;
  }

 private:
  bool given_ = false;
  std::size_t whole_ = 0;  // rays that were given whole
};

class PositionFrame final : public stream::Frame {
 public:
  PositionFrame(std::shared_ptr<const NpyTable> positions, std::shared_ptr<const NpyTable> directions, std::uint64_t queries_per_round)
      : rows_(positions->rows()), queries_per_round_(queries_per_round), positions_(std::move(positions), check_position) {
    if (directions != nullptr) directions_.emplace(std::move(directions), check_direction);
  }

  [[nodiscard]] std::uint64_t pixels() const override { return rows_; }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    check(max_rays > 0, "a group of no rays");
    const std::uint64_t count = std::min({max_rays, queries_per_round_, rows_ - next_});
    if (count == 0) return nullptr;
    auto group = std::make_unique<PositionGroup>();
    for (std::vector<float>* const values : {&group->x, &group->y, &group->z, &group->dx, &group->dy, &group->dz}) values->reserve(count);
    for (const std::uint64_t end = next_ + count; next_ < end; ++next_) {
      const Row q = positions_.row(next_);
      group->x.push_back(q[0]);
      group->y.push_back(q[1]);
      group->z.push_back(q[2]);
      const Row d = directions_ ? directions_->row(next_) : Row{};
      group->dx.push_back(d[0]);
      group->dy.push_back(d[1]);
      group->dz.push_back(d[2]);
    }
    return group;
  }

 private:
  std::uint64_t rows_, queries_per_round_;
  std::uint64_t next_ = 0;
  RowReader positions_;
  std::optional<RowReader> directions_;
};

}  // namespace

std::unique_ptr<stream::Frame> PositionSource::open_frame(std::uint64_t /*frame*/) const {
  return std::make_unique<PositionFrame>(positions_, directions_, queries_per_round_);
}

std::unique_ptr<PositionSource> make_position_source(const PositionParams& params, const PathContext& context) {
  if (params.positions.empty()) throw InputError(context.at("positions"), "positions is empty", "a NumPy file");
  auto positions = std::make_shared<const NpyTable>(expand_path(params.positions, context, "positions"));
  std::shared_ptr<const NpyTable> directions;
  if (!params.directions.empty()) {
    directions = std::make_shared<const NpyTable>(expand_path(params.directions, context, "directions"));
    if (directions->columns() != 3 || directions->rows() != positions->rows())
      throw InputError(context.at("directions"), fmt::format("directions = \"{}\" has {} rows of {}", params.directions, directions->rows(), directions->columns()),
                       fmt::format("{} rows of 3, one for each position", positions->rows()));
  }
  // A bad row is found now, not in the middle of a run.
  PositionFrame every_row(positions, directions, kRowsAtOnce);
  while (every_row.next_group(kRowsAtOnce) != nullptr) {
  }
  return std::make_unique<PositionSource>(std::move(positions), std::move(directions), params.queries_per_round);
}

}  // namespace ngpcsim::workloads
