#pragma once
#include <cstdint>
#include <functional>

#include "sim/kernel/block.h"

namespace ngpcsim {

/// Ends a run in which time passes but nothing gets done: every `period` edges, if work is pending, the amount done must have grown.
class Watchdog final : public Block {
 public:
  struct Work {
    std::uint64_t done = 0;
    bool pending = false;
  };

  Watchdog(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, std::uint64_t period, std::function<Work()> work);

  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override;

  std::uint64_t period_;
  std::function<Work()> work_;
  Work last_;
};

}  // namespace ngpcsim
