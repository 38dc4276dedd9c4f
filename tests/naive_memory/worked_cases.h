#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/naive_memory/result.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// A case of docs/memory.md worked by hand: the slow reading has to give it, and the model.
struct WorkedCase {
  std::string name;
  MemorySetup setup;
  std::vector<Request> requests;
  std::vector<Edge> answers;  ///< of the requests in their order
  std::vector<SliceAccount> accounts;
};

[[nodiscard]] std::vector<WorkedCase> worked_ports();
[[nodiscard]] std::vector<WorkedCase> worked_waits();
[[nodiscard]] std::vector<WorkedCase> worked_lines();
[[nodiscard]] std::vector<WorkedCase> worked_orders();

/// Reads of one set of four ways, far apart; letters are lines.
struct WorkedTouches {
  std::string name;
  Policy policy;
  std::string lines;
  std::string outcomes;  ///< h a hit, m a miss
};
[[nodiscard]] std::vector<WorkedTouches> worked_touches();

/// Who runs a case: the slow reading or the model.
using Reader = std::function<Result(const MemorySetup&, const std::vector<Request>&)>;
/// Failures are reported to GoogleTest.
void expect_worked_cases(const std::vector<WorkedCase>& cases, const Reader& run);
void expect_worked_touches(const Reader& run);

}  // namespace ngpcsim::naive_memory
