#include "sim/config/suggest.h"

#include <string>

#include <gtest/gtest.h>

#include "sim/base/rng.h"

namespace ngpcsim::config {
namespace {

TEST(ConfigSuggest, DistanceCountsEdits) {
  struct Case {
    const char* a;
    const char* b;
    std::size_t distance;
  };
  for (const Case& c : {Case{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"banks", "bank", 1}, {"banks", "bnaks", 1}, {"banks", "tanks", 1},
                        {"kitten", "sitting", 3}, {"ca", "abc", 3}}) {  // optimal string alignment gives 3 where Damerau gives 2
    EXPECT_EQ(edit_distance(c.a, c.b), c.distance) << c.a << ' ' << c.b;
    EXPECT_EQ(edit_distance(c.b, c.a), c.distance) << c.b << ' ' << c.a;
  }
}

TEST(ConfigSuggest, OneRandomEditIsAtDistanceOneAtMost) {
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    std::string word(3 + rng.below(8), 'a');
    for (char& c : word) c = static_cast<char>('a' + rng.below(5));
    std::string other = word;
    const std::size_t at = rng.below(static_cast<std::uint32_t>(word.size() - 1));
    switch (rng.below(4)) {
      case 0: other.erase(at, 1); break;
      case 1: other.insert(at, 1, 'z'); break;
      case 2: other[at] = 'z'; break;
      default: std::swap(other[at], other[at + 1]);
    }
    EXPECT_LE(edit_distance(word, other), 1u) << word << ' ' << other;
  }
}

TEST(ConfigSuggest, NearestIsCloseOrAbsent) {
  EXPECT_EQ(nearest("enginse", {"banks", "engines", "engine_x"}), "engines");
  EXPECT_EQ(nearest("engines", {"banks", "map"}), std::nullopt);
  EXPECT_EQ(nearest("x", {"y"}), "y");
  EXPECT_EQ(nearest("x", {"yz"}), std::nullopt);
  EXPECT_EQ(nearest("anything", {}), std::nullopt);
  EXPECT_EQ(nearest(std::string(100000, 'a'), {"a"}), std::nullopt);
}

}  // namespace
}  // namespace ngpcsim::config
