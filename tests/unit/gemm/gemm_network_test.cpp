// Arrays that multiply matrices may have any size and dataflow; networks need what their lowering and their values are made for.
#include <functional>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/nfp/nfp_model.h"

namespace ngpcsim::models {
namespace {

using ::testing::StartsWith;

std::string refusal(const std::function<void(MlpEngineParams&)>& set) {
  NfpParams params;
  set(params.mlp_engine);
  try {
    static_cast<void>(make_nfp_model(params, {}, {}, {}, [](std::string_view path) { return InputLocation{.file = std::string(path)}; }));
  } catch (const InputError& error) {
    return error.what();
  } catch (const std::exception&) {  // what comes behind the check has no levels to work with
  }
  return "none";
}

TEST(NetworkArray, SidesArePowersOfTwo) {
  for (const std::uint32_t size : {1u, 8u, 17u, 48u, 512u, 1024u}) {
    EXPECT_THAT(refusal([&](MlpEngineParams& engine) { engine.rows = size; }), StartsWith("chip.nfp.mlp_engine.rows: rows ")) << size;
    EXPECT_THAT(refusal([&](MlpEngineParams& engine) { engine.cols = size; }), StartsWith("chip.nfp.mlp_engine.cols: cols ")) << size;
  }
  for (const std::uint32_t size : {16u, 32u, 256u})
    EXPECT_THAT(refusal([&](MlpEngineParams& engine) { engine.rows = engine.cols = size; }), ::testing::Not(StartsWith("chip.nfp.mlp_engine.rows"))) << size;
}

TEST(NetworkArray, DataflowIsBroadcast) {
  for (const Dataflow dataflow : {Dataflow::kSystolicOs, Dataflow::kSystolicWs, Dataflow::kSystolicIs})
    EXPECT_THAT(refusal([&](MlpEngineParams& engine) { engine.dataflow = dataflow; }),
                StartsWith("chip.nfp.mlp_engine.dataflow: networks run in dataflow broadcast only"));
}

}  // namespace
}  // namespace ngpcsim::models
