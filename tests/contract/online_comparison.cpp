#include "tests/contract/online_comparison.h"

#include <exception>
#include <limits>

#include <fmt/format.h>

#include "models/nfp/online/compose.h"
#include "tests/contract/comparison.h"
#include "tests/contract/model_run.h"
#include "tests/contract/model_setup.h"
#include "tests/contract/online_run.h"
#include "tests/contract/online_twin.h"
#include "tests/naive/nfp.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] std::string checked_difference(const Case& c) {
  const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
  const models::NfpModel model = nfp_model(c.setup);
  const std::unique_ptr<models::online::NfpCore> core = models::online::compose(model, nullptr);
  OnlineRun run(c, model, *core);
  const naive::Edge middle = 1 + mix64(c.seed + 3) % twin.edges;
  run.run_until(middle);
  if (const std::string found = difference(twin_until(middle, c, model, twin), run.result()); !found.empty()) return fmt::format("at edge {}: {}", middle, found);
  run.run_until(std::numeric_limits<naive::Edge>::max());
  if (const std::string found = difference(twin, run.result()); !found.empty()) return found;
  const std::string found = difference(run_model(c), run.result());
  return found.empty() ? "" : "with the model that runs ahead as twin: " + found;
}

}  // namespace

std::string online_difference(const Case& c) {
  try {
    return checked_difference(c);
  } catch (const std::exception& error) {
    return fmt::format("exception: {}", error.what());
  }
}

}  // namespace ngpcsim::contract
