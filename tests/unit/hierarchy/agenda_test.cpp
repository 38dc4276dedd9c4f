#include "models/hierarchy/agenda.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/base/rng.h"

namespace ngpcsim::models::hierarchy {
namespace {

using Parts = std::set<std::uint32_t>;

Parts due(const Agenda& agenda, std::uint32_t first, std::uint32_t end) {
  Parts parts;
  agenda.for_each_due(first, end, [&](std::uint32_t part) { parts.insert(first + part); });
  return parts;
}

TEST(Agenda, OfNobody) {
  Agenda agenda(3);
  EXPECT_EQ(agenda.next(), kNever);
  EXPECT_FALSE(agenda.take(1000));
}

TEST(Agenda, OfAnEdgeThatWasTakenComesNext) {
  Agenda agenda(1);
  EXPECT_FALSE(agenda.take(41));
  agenda.add(0, 7);
  EXPECT_EQ(agenda.next(), 42U);
}

/// A map from edges to parts is what it has to be equal to; jumps and distances on both sides of the wheel's length.
TEST(Agenda, EqualsAMap) {
  for (const std::uint32_t parts : {1U, 63U, 64U, 65U, 200U}) {
    Rng rng(parts);
    Agenda agenda(parts);
    std::map<std::uint64_t, Parts> expected;
    std::uint64_t begin = 0;
    for (unsigned k = 0; k < 20'000; ++k) {
      if (rng.below(3) > 0) {
        const std::uint64_t edge = begin + rng.below(rng.below(8) == 0 ? 1500 : 20);
        const std::uint32_t part = rng.below(parts);
        agenda.add(part, edge);
        expected[edge].insert(part);
      } else {
        const std::uint64_t edge = rng.below(4) > 0 && !expected.empty() ? expected.begin()->first : begin + rng.below(600);
        Parts all;
        for (; !expected.empty() && expected.begin()->first <= edge; expected.erase(expected.begin())) all.merge(expected.begin()->second);
        ASSERT_EQ(agenda.take(edge), !all.empty()) << k;
        begin = edge + 1;
        const std::uint32_t first = rng.below(parts), end = first + rng.below(parts - first) + 1;
        if (!all.empty()) {
          ASSERT_EQ(due(agenda, 0, parts), all) << k;
          ASSERT_EQ(due(agenda, first, end), Parts(all.lower_bound(first), all.lower_bound(end))) << k;
        }
      }
      ASSERT_EQ(agenda.next(), expected.empty() ? kNever : expected.begin()->first) << k;
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models::hierarchy
