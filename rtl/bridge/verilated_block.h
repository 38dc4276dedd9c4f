#pragma once
#include <verilated.h>
#include <verilated_fst_c.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "rtl/bridge/coverage.h"
#include "rtl/bridge/ports.h"
#include "rtl/bridge/waves.h"
#include "sim/base/error.h"

namespace ngpcsim::rtl {

/// A Verilated top with the ports that all blocks share: clk_i, rst_ni, run_i, the register port and the perf port. One `edge` is: inputs as the owner has set
/// them, logic settled (`settle`), clock edge.
template <class Top>
class VerilatedBlock {
 public:
  VerilatedBlock(const std::string& name, const Waves& waves, std::uint64_t power_up_seed) : waves_(waves), context_(std::make_unique<VerilatedContext>()) {
    context_->randReset(collects_coverage() ? 0 : 2);
    context_->randSeed(static_cast<int>(power_up_seed & 0x7fffffff));
    if (!waves_.file.empty()) context_->traceEverOn(true);
    top_ = std::make_unique<Top>(context_.get(), name.c_str());
    if (!waves_.file.empty()) {
      trace_ = std::make_unique<VerilatedFstC>();
      top_->trace(trace_.get(), 99);
    }
    top_->clk_i = 0;
    top_->rst_ni = 1;
    top_->run_i = 0;
    top_->cfg_we_i = 0;
    top_->cfg_addr_i = 0;
    top_->cfg_data_i = 0;
    top_->perf_addr_i = 0;
  }
  /// Verilator takes a model's scopes out of the context that the thread used last, which need not be the model's own, nor exist any more.
  ~VerilatedBlock() {
    Verilated::threadContextp(context_.get());
    if (trace_ && trace_->isOpen()) trace_->close();
    top_->final();
    collect_coverage(*context_);
    trace_.reset();
    top_.reset();
    Verilated::threadContextp(Verilated::defaultContextp());
  }
  VerilatedBlock(const VerilatedBlock&) = delete;
  VerilatedBlock& operator=(const VerilatedBlock&) = delete;

  [[nodiscard]] Top& top() { return *top_; }
  [[nodiscard]] const Top& top() const { return *top_; }
  [[nodiscard]] VerilatedContext& context() { return *context_; }

  /// Reset, asserted between two clock edges; registers, state and counters are cleared, `run_i` is low afterwards. The owner's own inputs should be idle.
  void reset() {
    top_->run_i = 0;
    top_->cfg_we_i = 0;
    top_->rst_ni = 0;
    idle_edge();
    top_->rst_ni = 1;
    edge_ = 0;
  }
  /// A register, while the block does not run.
  void write_register(std::uint32_t address, std::uint32_t value) {
    set_bits(top_->cfg_addr_i, 0, 32, address);
    top_->cfg_data_i = value;
    top_->cfg_we_i = 1;
    idle_edge();
    top_->cfg_we_i = 0;
  }
  /// From the next edge on, which is edge 0. Memories that are read ahead get an edge to do so.
  void start() {
    idle_edge();
    top_->run_i = 1;
    settle();
  }

  /// Outputs follow the inputs.
  void settle() {
    top_->clk_i = 0;
    top_->eval();
    dump();
  }
  /// The rising edge; outputs that depend on registers only are those of the next edge. Call `settle` before, if an input has changed.
  void edge() {
    top_->clk_i = 1;
    top_->eval();
    dump();
    ++edge_;
  }
  /// An edge that does not count: while the block does not run.
  void idle_edge() {
    top_->clk_i = 0;
    top_->eval();
    top_->clk_i = 1;
    top_->eval();
  }

  [[nodiscard]] std::uint64_t perf(std::uint32_t address) const {
    set_bits(top_->perf_addr_i, 0, 32, address);
    top_->eval();
    return top_->perf_data_o;
  }
  /// Edges since `start`.
  [[nodiscard]] std::uint64_t edges() const { return edge_; }

 private:
  void dump() {
    if (!trace_ || edge_ < waves_.first_edge) return;
    if (edge_ >= waves_.first_edge + waves_.edges) {
      trace_->close();
      trace_.reset();
      return;
    }
    if (!trace_->isOpen()) {
      trace_->open(waves_.file.c_str());
      if (!trace_->isOpen()) throw InputError({.file = waves_.file}, "cannot be written", "a waveform file in a writable folder");
    }
    trace_->dump(2 * edge_ + top_->clk_i);
  }

  Waves waves_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
  std::unique_ptr<VerilatedFstC> trace_;
  std::uint64_t edge_ = 0;
};

}  // namespace ngpcsim::rtl
