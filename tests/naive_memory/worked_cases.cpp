#include "tests/naive_memory/worked_cases.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/naive_memory/print.h"
#include "tests/naive_memory/worked_base.h"

namespace ngpcsim::naive_memory {

void expect_worked_cases(const std::vector<WorkedCase>& cases, const Reader& run) {
  for (const WorkedCase& worked : cases) {
    std::vector<Request> requests = worked.requests;
    Result expected{{}, worked.accounts};
    for (std::size_t k = 0; k < requests.size(); ++k) {
      requests[k].id = k;
      expected.answers.push_back({requests[k].source, k, worked.answers.at(k)});
      expected.end = std::max(expected.end, worked.answers[k]);
    }
    std::sort(expected.answers.begin(), expected.answers.end());
    EXPECT_EQ(difference(expected, run(worked.setup, requests)), "") << worked.name;
  }
}

void expect_worked_touches(const Reader& run) {
  constexpr Edge kApart = 100;  // far more than a read takes
  for (const WorkedTouches& worked : worked_touches()) {
    MemorySetup setup = worked_setup();
    setup.policy = worked.policy;
    setup.ways = 4;
    setup.sets = 1;
    setup.line_bytes = setup.interleave_bytes = 256;
    std::vector<Request> requests;
    for (const char line : worked.lines) {
      requests.push_back(read(requests.size() * kApart, static_cast<std::uint64_t>(line - 'A') * setup.line_bytes));
      requests.back().id = requests.size() - 1;
    }
    const Result result = run(setup, requests);
    std::string outcomes;
    for (const Answer& answer : result.answers) {
      const Edge taken = answer.edge - answer.id * kApart;
      outcomes += taken == kHit ? 'h' : taken == kMiss ? 'm' : '?';
    }
    EXPECT_EQ(outcomes, worked.outcomes) << worked.name;
    const auto misses = static_cast<std::uint64_t>(std::count(outcomes.begin(), outcomes.end(), 'm'));
    EXPECT_EQ(result.slices.at(0).evictions, misses - setup.ways) << worked.name;
  }
}

}  // namespace ngpcsim::naive_memory
