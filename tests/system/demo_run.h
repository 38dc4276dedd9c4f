#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/json.h"

/// Runs of the built-in scene on a whole chip, each in a process of its own.
namespace ngpcsim {

struct DemoOptions {
  std::string chip = "ngpc-8";
  std::vector<std::string> set{};            ///< PATH=VALUE, on top of a picture of 48 x 32
  std::optional<std::uint64_t> frames{};
  std::uint64_t construction_seed = 0;
  std::optional<std::uint64_t> stop_after{}; ///< host kernels after which the user interrupts
};

struct DemoRun {
  std::string result;  ///< text of result.json
  app::Json json;      ///< the same, read again
  app::Json record;    ///< integers of the run record: see demo_run.cpp
};

[[nodiscard]] DemoRun run_demo(const DemoOptions& options);

/// Blocks whose chip has few resources that several NFPs want: small batches and chunks, a narrow memory with few places.
[[nodiscard]] std::vector<std::string> contended(std::uint32_t nfps);

}  // namespace ngpcsim
