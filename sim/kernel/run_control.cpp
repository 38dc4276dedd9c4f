#include "sim/kernel/run_control.h"

#include <algorithm>

#include <systemc>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/block.h"

namespace ngpcsim {

void RunControl::finish() {
  finished_ = true;
  sc_core::sc_stop();
}

void RunControl::interrupt() {
  interrupted_ = true;
  sc_core::sc_stop();
}

void RunControl::fail(std::exception_ptr error) {
  if (!error_) error_ = std::move(error);
  sc_core::sc_stop();
}

void RunControl::run() {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_SIMULATION_STOP_CALLED_TWICE_, sc_core::SC_DO_NOTHING);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);  // "simulation stopped by user" is no news
  sc_core::sc_start();
  if (error_) std::rethrow_exception(error_);
  if (!finished_ && !interrupted_) throw InvariantError("the run is stuck: nothing is left to happen, but the work is not done\n" + dump());
}

std::string RunControl::dump() const {
  std::vector<std::string> lines;
  for (const Block* block : blocks_)
    if (const std::string waiting = block->waiting_for(); !waiting.empty()) lines.push_back(fmt::format("  {} waits for {}\n", block->name(), waiting));
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text.empty() ? "  no block waits\n" : text;
}

}  // namespace ngpcsim
