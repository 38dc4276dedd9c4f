#include "sim/app/interrupt.h"

#include <csignal>

namespace ngpcsim::app {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupt_requested = 0;

extern "C" void on_interrupt(int signal_number) {
  interrupt_requested = 1;
  std::signal(signal_number, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_requested = 0;
  std::signal(SIGINT, on_interrupt);
}

InterruptGuard::~InterruptGuard() { std::signal(SIGINT, SIG_DFL); }

bool InterruptGuard::requested() const { return interrupt_requested != 0; }

}  // namespace ngpcsim::app
