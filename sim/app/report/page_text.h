#pragma once
#include <string_view>

namespace ngpcsim::app {

/// The files of sim/app/report/page, which the build writes into the program (embed.cmake).
struct PageText {
  std::string_view page, style, charts, run, sweep, start;
};
extern const PageText kPageText;

}  // namespace ngpcsim::app
