#include "sim/app/key_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::app {
namespace {

const Json kNestedResult{{"fps", 2}, {"frames", {{{"name", "camera 0"}, {"ms", 1.5}}}}, {"blocks", {{"mlp_engine", {{"stalls", {{"weights", 7}}}}}}},
                        {"none", nullptr}};
const InputLocation kFlag{.file = "--print"};

std::string message_for(std::string_view path) {
  try {
    static_cast<void>(find_key(kNestedResult, path, kFlag));
  } catch (const InputError& error) {
    return error.what();
  }
  return "found";
}

TEST(KeyPath, FindsMembersAndElements) {
  EXPECT_EQ(find_key(kNestedResult, "blocks.mlp_engine.stalls.weights", kFlag), 7);
  EXPECT_EQ(find_key(kNestedResult, "frames.0.ms", kFlag), 1.5);
  EXPECT_TRUE(find_key(kNestedResult, "none", kFlag).is_null());
}

TEST(KeyPath, SuggestsNearKeys) {
  EXPECT_THAT(message_for("fsp"), testing::AllOf(testing::HasSubstr("--print"), testing::HasSubstr("fps")));
  EXPECT_THAT(message_for("blocks.mlp.stalls.weights"), testing::HasSubstr("blocks.mlp_engine.stalls.weights"));
  for (const char* bad : {"", "frames.1", "frames.x", "fps.more", "frames.0x", "none.a", "blocks..stalls"}) {
    EXPECT_THAT(message_for(bad), testing::HasSubstr("has no key")) << bad;
  }
}

TEST(KeyPath, Texts) {
  EXPECT_EQ(value_text(Json("a b")), "a b");
  EXPECT_EQ(value_text(Json(nullptr)), "null");
  EXPECT_EQ(value_text(Json(0.1)), "0.1");
  EXPECT_EQ(value_text(Json{{"a", 1}}), "{\"a\":1}");
}

TEST(KeyPath, LeavesKeepOrder) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : leaves(kNestedResult)) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("fps", "frames.0.name", "frames.0.ms", "blocks.mlp_engine.stalls.weights", "none"));
}

}  // namespace
}  // namespace ngpcsim::app
