// The command line with blocks in RTL, for which the model's online forms stand in: the same files to the byte, and what is bad input.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/app/cli.h"
#include "tests/support/child_process.h"
#include "tests/system/model_factory.h"

namespace ngpcsim {
namespace {

namespace fs = std::filesystem;

class ClockedCommand : public testing::Test {
 protected:
  ~ClockedCommand() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Runs the program in a process of its own; exit code and what it wrote.
  [[nodiscard]] static std::string run(std::vector<std::string> arguments, const app::RtlMaker& rtl) {
    arguments.insert(arguments.begin(), {"run", "ngpc-1-small", "nerf-demo", "--quiet", "--set", "workload.width=8", "--set", "workload.height=8", "--set",
                                         "workload.encoding.log2_table_entries=12"});
    return testing_support::in_child([&] {
      std::ostringstream out, err;
      const app::ExitCode code = app::run_program(arguments, {.out = out, .err = err}, rtl);
      return fmt::format("{}|{}{}", static_cast<int>(code), out.str(), err.str());
    });
  }
  [[nodiscard]] static std::unique_ptr<models::online::Factory> stand_in(const rtl::Waves&) { return std::make_unique<ModelFactory>(); }
  [[nodiscard]] static std::unique_ptr<models::online::Factory> no_rtl(const rtl::Waves&) { return nullptr; }

 private:
  fs::path folder_ = make_folder();
  static fs::path make_folder() {
    const fs::path folder = fs::temp_directory_path() / fmt::format("ngpcsim_clocked_{}", ::getpid());
    fs::create_directories(folder);
    return folder;
  }
};

const std::vector<std::string> kParameters{"chip.nfp.implementation", "chip.nfp.encoding_engine.implementation", "chip.nfp.direction_encoder.implementation",
                                           "chip.nfp.mlp_engine.implementation"};

TEST_F(ClockedCommand, WritesTheSameFilesWhateverIsRtl) {
  std::vector<std::string> base{"--frames", "2", "--timeline", "--mode", "functional"};
  // NFPs that fight for one memory, and tables loaded for every frame.
  for (const char* setting : {"nfps=3", "scheduler.batch_queries=48", "host.rays_per_group=24", "nfp.dma.chunk_queries=16", "memory.bytes_per_cycle=2",
                              "nfp.encoding_engine.grid_sram.mode=reload", "nfp.encoding_engine.grid_sram.corner_reuse=cell"})
    base.insert(base.end(), {"--set", std::string("chip.") + setting});
  base.emplace_back("--out");
  std::vector<std::string> model = base;
  model.push_back(path("model").string());
  ASSERT_EQ(run(model, no_rtl), "0|");
  EXPECT_GT(text_of("model/result.json").size(), 1000U);
  for (std::size_t n = 0; n < kParameters.size(); ++n) {
    std::vector<std::string> rtl = base;
    rtl.insert(rtl.end(), {path("rtl").string(), "--set", kParameters[n] + "=rtl"});
    ASSERT_EQ(run(rtl, stand_in), "0|");
    for (const char* file : {"result.json", "stats.json", "timeline.json", "values.json"})
      EXPECT_EQ(text_of(std::string("rtl/") + file), text_of(std::string("model/") + file)) << file << " with " << kParameters[n];
    EXPECT_NE(text_of("rtl/config.xml"), text_of("model/config.xml")) << "config.xml shows how the run was made";
  }
}

TEST_F(ClockedCommand, ABuildWithoutRtlSaysWhatToDo) {
  for (const std::string& parameter : kParameters) {
    const std::string said = run({"--set", parameter + "=rtl"}, no_rtl);
    EXPECT_TRUE(said.starts_with(fmt::format("2|ngpcsim: --set: {} is rtl, but this build has no RTL; allowed: model", parameter))) << said;
    EXPECT_NE(said.find("NGPCSIM_RTL=ON"), std::string::npos) << said;
  }
}

TEST_F(ClockedCommand, WavesReachTheMakerOfTheBlocks) {
  const auto expect = [](const rtl::Waves& expected) {
    return [expected](const rtl::Waves& waves) -> std::unique_ptr<models::online::Factory> {
      EXPECT_EQ(waves.file, expected.file);
      EXPECT_EQ(waves.first_edge, expected.first_edge);
      EXPECT_EQ(waves.edges, expected.edges);
      if (testing::Test::HasFailure()) throw InvariantError("other waves");
      return std::make_unique<ModelFactory>();
    };
  };
  const std::string file = path("nfp.fst").string();
  const std::vector<std::string> rtl{"--set", "chip.nfp.mlp_engine.implementation=rtl"};
  const auto with = [&rtl](std::vector<std::string> more) {
    more.insert(more.begin(), rtl.begin(), rtl.end());
    return more;
  };
  EXPECT_EQ(run(with({}), expect({})), "0|");
  EXPECT_EQ(run(with({"--waves", file}), expect({.file = file, .first_edge = 0, .edges = 10000})), "0|");
  EXPECT_EQ(run(with({"--waves", file, "--waves-from", "70", "--waves-cycles", "30"}), expect({.file = file, .first_edge = 70, .edges = 30})), "0|");
  EXPECT_FALSE(fs::exists(file)) << "the program itself leaves no file there";
}

TEST_F(ClockedCommand, WavesThatCannotBeAreBadInput) {
  const std::string file = path("nfp.fst").string();
  const std::string rtl = "chip.nfp.implementation=rtl";
  EXPECT_TRUE(run({"--waves", file}, stand_in).starts_with("2|ngpcsim: --waves: no block of the chip is RTL; allowed: "));
  EXPECT_TRUE(run({"--waves-from", "3", "--set", rtl}, stand_in).starts_with("2|ngpcsim: --waves-from requires --waves"));
  EXPECT_TRUE(run({"--waves-cycles", "3", "--set", rtl}, stand_in).starts_with("2|ngpcsim: --waves-cycles requires --waves"));
  EXPECT_TRUE(run({"--waves", file, "--waves-cycles", "0", "--set", rtl}, stand_in).starts_with("2|ngpcsim: --waves-cycles"));
  EXPECT_TRUE(run({"--waves", file, "--waves-from", "-1", "--set", rtl}, stand_in).starts_with("2|ngpcsim: --waves-from"));
  for (const std::string& where : {path("nowhere/nfp.fst").string(), path("").string()}) {
    const std::string said = run({"--waves", where, "--set", rtl, "--out", path("out").string()}, stand_in);
    EXPECT_TRUE(said.starts_with(fmt::format("2|ngpcsim: --waves {}: cannot write: ", where))) << said;
    EXPECT_FALSE(fs::exists(path("out/result.json"))) << "nothing was simulated";
  }
}

}  // namespace
}  // namespace ngpcsim
