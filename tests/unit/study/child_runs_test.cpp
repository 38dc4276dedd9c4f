#include "sim/app/child_runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

const auto kGoOn = [](std::size_t) { return true; };

TEST(ChildRuns, ResultsComeByNumberWhateverEndsFirst) {
  for (const std::size_t jobs : {1u, 2u, 8u}) {
    const auto results = run_in_children(6, jobs, [](std::size_t i) {
      ::usleep(static_cast<useconds_t>(20000 * (6 - i)));
      return std::string(200000, static_cast<char>('a' + i));  // more than a pipe holds
    }, kGoOn);
    ASSERT_TRUE(results.has_value());
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ((*results)[i], std::string(200000, static_cast<char>('a' + i)));
  }
}

TEST(ChildRuns, EachIsAProcessOfItsOwn) {
  int state = 0;
  const auto results = run_in_children(3, 1, [&state](std::size_t) { return fmt::format("{}", ++state); }, kGoOn);
  EXPECT_EQ(*results, (std::vector<std::string>{"1", "1", "1"}));
  EXPECT_EQ(state, 0);
}

TEST(ChildRuns, ErrorsAreThoseOfTheWork) {
  const auto fail = [](std::size_t i) -> std::string {
    if (i == 2) throw InputError({"w.xml", 7}, "\"x: y\"", "something else");
    return {};
  };
  try {
    (void)run_in_children(4, 2, fail, kGoOn);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "w.xml:7: \"x: y\"; allowed: something else");
  }
  EXPECT_THROW((void)run_in_children(1, 1, [](std::size_t) -> std::string { throw InvariantError("broken"); }, kGoOn), InvariantError);
  EXPECT_THROW((void)run_in_children(1, 1, [](std::size_t) -> std::string { ::_exit(0); }, kGoOn), InvariantError);
}

TEST(ChildRuns, ProgressStopsThem) {
  const auto sleep = [](std::size_t) {
    ::sleep(60);
    return std::string();
  };
  EXPECT_FALSE(run_in_children(4, 2, sleep, [](std::size_t) { return false; }).has_value());
}

}  // namespace
}  // namespace ngpcsim::app
