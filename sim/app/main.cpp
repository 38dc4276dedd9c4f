#include <unistd.h>

#include <iostream>

#include "rtl/bridge/factory.h"
#include "sim/app/cli.h"

// The SystemC library refers to this entry point of its own; the kernel is started by models/chip.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char** argv) {
  const ngpcsim::app::Console console{.out = std::cout, .err = std::cerr, .err_is_terminal = ::isatty(STDERR_FILENO) == 1};
  return static_cast<int>(ngpcsim::app::run_program({argv + 1, argv + argc}, console, ngpcsim::rtl::make_rtl_factory));
}
