#include "sim/app/junit.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

/// Text that may stand in an attribute or an element; control characters that XML 1.0 has no place for become '?'.
std::string xml_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') safe += "&amp;";
    else if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else if (c == '"') safe += "&quot;";
    else safe += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
  }
  return safe;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases) {
  const auto failures = std::count_if(cases.begin(), cases.end(), [](const JunitCase& c) { return !c.failure.empty(); });
  std::string text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n", xml_text(suite), cases.size(), failures);
  for (const JunitCase& c : cases) {
    text += fmt::format("<testcase classname=\"{}\" name=\"{}\"", xml_text(suite), xml_text(c.name));
    text += c.failure.empty() ? "/>\n" : fmt::format("><failure message=\"{}\">{}</failure></testcase>\n", xml_text(first_line(c.failure)), xml_text(c.failure));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

}  // namespace ngpcsim::app
