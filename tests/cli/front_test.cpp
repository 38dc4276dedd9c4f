#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/app/front/designs.h"
#include "sim/app/front/surrogate.h"

namespace ngpcsim::app {
namespace {

std::vector<Gains> random_designs(std::mt19937& random, std::size_t count, std::size_t objectives, unsigned values) {
  std::vector<Gains> designs(count, Gains(objectives));
  for (Gains& design : designs)
    for (double& value : design) value = static_cast<double>(random() % values);
  return designs;
}

TEST(Pareto, IsWhatNoOtherDominates) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const std::vector<Gains> designs = random_designs(random, 12, 2 + random() % 3, 6);
    const std::vector<std::size_t> front = pareto_front(designs);
    for (std::size_t i = 0; i < designs.size(); ++i) {
      bool beaten = false;
      for (std::size_t j = 0; j < designs.size(); ++j) {
        bool no_worse = true;
        for (std::size_t o = 0; o < designs[i].size(); ++o) no_worse = no_worse && designs[j][o] >= designs[i][o];
        beaten = beaten || (no_worse && (designs[j] != designs[i] || j < i));
      }
      EXPECT_EQ(std::find(front.begin(), front.end(), i) == front.end(), beaten) << round << " " << i;
    }
  }
}

/// Cells of a grid of whole numbers that some design reaches: the volume, counted.
double counted_volume(const std::vector<Gains>& designs, std::size_t objectives, unsigned values) {
  double volume = 0.0;
  std::vector<unsigned> cell(objectives, 0);
  for (;;) {
    for (const Gains& design : designs) {
      bool reached = true;
      for (std::size_t o = 0; o < objectives; ++o) reached = reached && design[o] >= cell[o] + 1.0;
      if (!reached) continue;
      volume += 1.0;
      break;
    }
    std::size_t o = 0;
    while (o < objectives && ++cell[o] == values) cell[o++] = 0;
    if (o == objectives) return volume;
  }
}

TEST(Hypervolume, IsTheNumberOfCellsThatAreReached) {
  std::mt19937 random(5);
  for (int round = 0; round < 150; ++round) {
    const std::size_t objectives = 1 + random() % 4;
    const std::vector<Gains> designs = random_designs(random, random() % 9, objectives, 6);
    EXPECT_DOUBLE_EQ(hypervolume(designs, Gains(objectives, 0.0)), counted_volume(designs, objectives, 6)) << round;
  }
}

TEST(Hypervolume, APartOfTheFrontHasAPartOfTheVolume) {
  const std::vector<Gains> whole{{0, 4}, {2, 2}, {4, 0}};
  EXPECT_NEAR(hypervolume_percent(whole, whole), 100.0, 1e-9);
  EXPECT_NEAR(hypervolume_percent({{2, 2}, {0, 4}, {4, 0}, {1, 1}}, whole), 100.0, 1e-9);
  EXPECT_LT(hypervolume_percent({{0, 4}, {4, 0}}, whole), 1.0);  // the middle held a quarter of the square
}

std::vector<AxisGroup> two_axes() { return {{{{"a", {"1", "2", "4", "8", "16"}, {}}}}, {{{"b", {"x", "y", "z"}, {}}}}}; }

TEST(Surrogate, RemembersWhatItWasTold) {
  const DesignSpace space(two_axes());
  std::vector<std::vector<std::uint32_t>> known;
  std::vector<double> values;
  for (std::uint32_t a = 0; a < 5; a += 2)
    for (std::uint32_t b = 0; b < 3; ++b) {
      known.push_back({a, b});
      values.push_back(3.0 * a + (b == 1 ? 5.0 : 0.0));
    }
  const Surrogate surrogate(space, known, values);
  const auto again = surrogate.expect(known);
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_NEAR(again[i].mean, values[i], 0.05);
    EXPECT_LT(again[i].deviation, 0.2);
  }
  // Between two that it knows the value lies between, and is less certain.
  const auto between = surrogate.expect({{1, 1}, {3, 2}});
  EXPECT_NEAR(between[0].mean, 3.0 + 5.0, 1.0);
  EXPECT_NEAR(between[1].mean, 9.0, 1.0);
  EXPECT_GT(between[0].deviation, again[0].deviation);
}

TEST(Surrogate, NamesAreAlikeOrNot) {
  const DesignSpace space(two_axes());
  EXPECT_DOUBLE_EQ(space.likeness({2, 1}, {2, 1}), 1.0);
  EXPECT_DOUBLE_EQ(space.likeness({2, 0}, {2, 1}), space.likeness({2, 0}, {2, 2}));
  EXPECT_GT(space.likeness({0, 0}, {1, 0}), space.likeness({0, 0}, {4, 0}));
}

}  // namespace
}  // namespace ngpcsim::app
