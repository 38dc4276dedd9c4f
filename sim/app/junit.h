#pragma once
#include <string>
#include <vector>

namespace ngpcsim::app {

/// A check of a CI run; it failed where it has a text.
struct JunitCase {
  std::string name, failure;
};

/// The report that CI servers read: one test suite, a test case each, failures with their text. No times: two runs give the same bytes.
[[nodiscard]] std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases);

}  // namespace ngpcsim::app
