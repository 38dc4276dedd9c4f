#include "workloads/trace/position_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/trace/npy_text.h"
#include "tests/unit/trace/trace_support.h"

namespace ngpcsim::workloads {
namespace {

using ::testing::HasSubstr;

class Positions : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::vector<float>& values, std::size_t columns) {
    const std::string data(std::bit_cast<const char*>(values.data()), values.size() * sizeof(float));
    trace::test::write_file(folder_ / name, test::npy_text(fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", values.size() / columns, columns), data));
  }
  [[nodiscard]] std::unique_ptr<PositionSource> open(const PositionParams& params) const { return make_position_source(params, {.base_dir = folder_ / "", .data_dir = {}, .locate = {}}); }
  [[nodiscard]] std::string message(const PositionParams& params) const {
    return trace::test::message_of([&] { static_cast<void>(open(params)); });
  }

  trace::test::Folder folder_;
};

TEST_F(Positions, OneQueryEachInGroupsOfARound) {
  write("q.npy", {0, 0, 0, 0.5f, 0.25f, 1, 0.1f, 0.2f, 0.3f, 1, 1, 1, 0.5f, 0.5f, 0.5f}, 3);
  write("d.npy", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0.6f, 0, 0.8f}, 3);
  const auto source = open({"q.npy", "d.npy", 2});
  const auto frame = source->open_frame(0);
  EXPECT_EQ(frame->pixels(), 5u);
  std::vector<std::uint64_t> sizes;
  std::vector<float> x, dy;
  while (const auto group = frame->next_group(3)) {
    sizes.push_back(group->rays());
    EXPECT_EQ(group->rays_alive(), group->rays());
    stream::Queries queries;
    const stream::RoundWork work = group->next_round(8, queries);
    EXPECT_EQ(work.queries, group->rays());
    EXPECT_EQ(work.probes, 0u);
    EXPECT_EQ(group->rays_alive(), 0u);
    EXPECT_EQ(group->rays_hit(), group->rays());
    EXPECT_EQ(group->next_round(8, queries).queries, 0u);
    x.insert(x.end(), queries.x.begin(), queries.x.end());
    for (const std::uint32_t ray : queries.ray) dy.push_back(group->directions().y[ray]);
  }
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{2, 2, 1}));
  EXPECT_EQ(x, (std::vector<float>{0, 0.5f, 0.1f, 1, 0.5f}));
  EXPECT_EQ(dy, (std::vector<float>{0, 1, 0, -1, 0}));
}

TEST_F(Positions, TwoDimensionsAndNoDirections) {
  write("q.npy", {0.25f, 0.75f, 1, 0}, 2);
  const auto source = open({"q.npy", "", 100});
  EXPECT_EQ(source->dims(), 2u);
  const auto group = source->open_frame(0)->next_group(100);
  stream::Queries queries;
  static_cast<void>(group->next_round(1, queries));
  EXPECT_EQ(queries.y, (std::vector<float>{0.75f, 0}));
  EXPECT_EQ(queries.z, (std::vector<float>{0, 0}));
  EXPECT_EQ(group->directions().x.size(), 2u);
}

TEST_F(Positions, ATraceOfThemIsTheSame) {
  std::vector<float> values;
  for (std::uint32_t i = 0, word = 1; i < 3000; ++i) values.push_back(static_cast<float>((word = word * 1664525 + 1013904223) >> 8) / 16777216.0f);
  write("q.npy", values, 3);
  const auto source = open({"q.npy", "", 64});
  trace::QueryIndex index;
  ASSERT_TRUE(trace::record_queries(*source, {.workload_xml = "", .frames = 1, .source_frames = 1, .group_limit = 64, .progress = {}}, folder_ / "t", index));
  const auto replayed = trace::test::open(folder_ / "t");
  for (const std::uint64_t rays : {7u, 64u, 1000u})
    for (const std::uint32_t steps : {1u, 8u}) EXPECT_EQ(trace::test::expect_same_queries(*source, *replayed, 0, rays, steps), 1000u);
}

TEST_F(Positions, WhatDoesNotFit) {
  write("q.npy", {0.5f, 0.5f, 0.5f, 0.5f, 1.5f, 0.5f}, 3);
  EXPECT_THAT(message({"q.npy", "", 10}), HasSubstr("q.npy: row 1: the position (0.5, 1.5, 0.5)"));
  write("q.npy", {0.5f, 0.5f, std::nanf("")}, 3);
  EXPECT_THAT(message({"q.npy", "", 10}), HasSubstr("q.npy: row 0: the position"));
  write("q.npy", {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f}, 3);
  write("d.npy", {1, 0, 0}, 3);
  EXPECT_THAT(message({"q.npy", "d.npy", 10}), HasSubstr("has 1 rows of 3; allowed: 2 rows of 3"));
  write("d.npy", {1, 0, 0, 1, 1, 0}, 3);
  EXPECT_THAT(message({"q.npy", "d.npy", 10}), HasSubstr("d.npy: row 1: the direction"));
  EXPECT_THAT(message({"", "", 10}), HasSubstr("positions is empty"));
  EXPECT_THAT(message({"nowhere.npy", "", 10}), HasSubstr("nowhere.npy: cannot read"));
}

}  // namespace
}  // namespace ngpcsim::workloads
