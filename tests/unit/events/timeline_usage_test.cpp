// `ngpcsim run --timeline` as a user meets it.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/app/cli.h"
#include "sim/app/json.h"
#include "tests/support/child_process.h"
#include "tests/unit/events/trace_rules.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TimelineUsage : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  struct Done {
    int code = 0;
    std::string err;
  };
  static Done run(std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", "ngpc-1-small", "nerf-demo", "--set", "workload.width=24", "--set", "workload.height=24",
                                       "--set", "workload.encoding.log2_table_entries=14", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Json done = Json::parse(testing_support::in_child([&] {
      std::ostringstream out, err;
      const ExitCode code = run_program(arguments, {.out = out, .err = err}, {});
      return Json{{"code", static_cast<int>(code)}, {"err", err.str()}}.dump();
    }));
    return {done.at("code").get<int>(), done.at("err").get<std::string>()};
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    std::ifstream in(folder / name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  fs::path folder = fs::temp_directory_path() / fmt::format("ngpcsim_timeline_{}", ::getpid());
};

TEST_F(TimelineUsage, ResultIsTheSameWithAndWithout) {
  ASSERT_EQ(run({"--out", folder.string()}).code, 0);
  const std::string result = file("result.json");
  EXPECT_FALSE(fs::exists(folder / "timeline.json"));
  const Done done = run({"--out", folder.string(), "--timeline"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.err, "");
  EXPECT_FALSE(result.empty());
  EXPECT_EQ(file("result.json"), result);
  EXPECT_THAT(trace_rules::broken(file("timeline.json")), testing::IsEmpty());
  EXPECT_EQ(Json::parse(file("timeline.json")).at("otherData").at("chip"), "ngpc-1-small");
}

/// Bytes of the bandwidth's spans are those of the result, read and written.
TEST_F(TimelineUsage, BandwidthOverTimeAddsUp) {
  ASSERT_EQ(run({"--out", folder.string(), "--timeline"}).code, 0);
  const Json result = Json::parse(file("result.json")), series = Json::parse(file("series.json")).at("bandwidth");
  ASSERT_GT(series.size(), 2u);
  const double ms = series.at(1).at("ms").get<double>() - series.at(0).at("ms").get<double>();
  double read = 0.0, written = 0.0;
  for (const Json& span : series) {
    read += span.at("read_gb_s").get<double>() * ms * 1e6;
    written += span.at("write_gb_s").get<double>() * ms * 1e6;
  }
  EXPECT_NEAR(read / result.at("memory").at("read_bytes").get<double>(), 1.0, 1e-9);
  EXPECT_NEAR(written / result.at("memory").at("write_bytes").get<double>(), 1.0, 1e-9);
  EXPECT_EQ(trace_rules::events(file("timeline.json"), "C", "memory bandwidth").size(), series.size() + 1);
}

TEST_F(TimelineUsage, ALimitThatIsReachedIsSaid) {
  const Done done = run({"--out", folder.string(), "--timeline", "--timeline-limit", "5"});
  EXPECT_EQ(done.code, 0);
  EXPECT_THAT(done.err, testing::AllOf(HasSubstr("timeline.json"), HasSubstr("were dropped (--timeline-limit 5)")));
  EXPECT_GT(Json::parse(file("timeline.json")).at("otherData").at("dropped_records").get<std::uint64_t>(), 0u);
}

TEST_F(TimelineUsage, WithoutAFolderIsAnError) {
  for (const auto& arguments : {std::vector<std::string>{"--timeline"}, {"--timeline", "--out", ""}}) {
    const Done done = run(arguments);
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, testing::AllOf(HasSubstr("--timeline"), HasSubstr("--out")));
  }
}

TEST_F(TimelineUsage, LimitsThatMakeNoSense) {
  EXPECT_EQ(run({"--out", folder.string(), "--timeline", "--timeline-limit", "0"}).code, 2);
  EXPECT_EQ(run({"--out", folder.string(), "--timeline-limit", "5"}).code, 2) << "nothing to limit";
}

}  // namespace
}  // namespace ngpcsim::app
