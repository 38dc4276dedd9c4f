#include <algorithm>
#include <array>

#include <gtest/gtest.h>
#include <rtl_builds/engine_narrow.h>
#include <rtl_builds/engine_wide.h>

#include "models/common/grid_index.h"
#include "models/nfp/online/model_lane.h"
#include "tests/equiv/encoding/directed_cases.h"
#include "tests/equiv/encoding/engine_equivalence.h"

// The encoding engine in RTL against the model: ready, valid, features, events and counters, edge by edge.
namespace ngpcsim::equiv {
namespace {

using models::Fp16;
using rtl::builds::engine_narrow;
using rtl::builds::engine_wide;

[[nodiscard]] bool is_infinite(Fp16 value) { return (value.bits & 0x7FFFU) == models::kFp16Infinity.bits; }

/// Positions whose distance from a vertex of a level of scale 1 is 0, an ulp or two, or exactly half.
[[nodiscard]] std::vector<std::array<float, 3>> next_to_vertices() {
  constexpr std::array kCoordinates{0.0F, 0.5F - 0x1p-25F, 0.5F, 0.5F + 0x1p-23F, 0.5F + 0x1p-20F, 1.0F};
  return all_positions(kCoordinates);
}

TEST(EngineEquivalence, RandomCasesOfEightBanks) { EXPECT_EQ(engine_differences(0, 1'000, engine_wide()), ""); }

TEST(EngineEquivalence, RandomCasesOfFewBanksAndWideWords) { EXPECT_EQ(engine_differences(10'000, 1'000, engine_narrow()), ""); }

TEST(EngineEquivalence, AllCornersInOneEntry) {
  naive::GridSetup grid = grid_of(naive::Grid::kTiled, 3, 2, {11.0F, 5.0F});
  grid.base_resolution = 1;
  const std::vector<std::array<float, 3>> positions = all_positions(std::array{0.0F, 0.3F, 0.9F});
  const EngineRun apart = run_engine(directed_case(grid, naive::BankMap::kXor, false, Values::kOrdinary, engine_wide().sizes, positions), engine_wide());
  EXPECT_EQ(apart.difference, "");
  EXPECT_EQ(apart.counters.at(0).conflict_histogram[8], positions.size()) << "eight accesses to one bank";
  const EngineRun merged = run_engine(directed_case(grid, naive::BankMap::kXor, false, Values::kOrdinary, engine_narrow().sizes, positions), engine_narrow());
  EXPECT_EQ(merged.difference, "");
  EXPECT_EQ(merged.counters.at(0).accesses, positions.size()) << "one access for all corners";
}

TEST(EngineEquivalence, AllCornersInOneBank) {
  // Steps along y and z are whole multiples of the banks.
  const naive::GridSetup grid = grid_of(naive::Grid::kDense, 3, 8, {7.0F});
  const std::vector<std::array<float, 3>> positions = all_positions(std::array{0.0F, 0.3F, 0.9F});
  const EngineRun run = run_engine(directed_case(grid, naive::BankMap::kLow, false, Values::kOrdinary, engine_narrow().sizes, positions), engine_narrow());
  EXPECT_EQ(run.difference, "");
  EXPECT_GT(run.counters.at(0).conflict_histogram[4], 0U);
}

TEST(EngineEquivalence, BordersOfTheUnitCube) {
  for (const unsigned dims : {2U, 3U}) {
    for (const naive::Grid kind : {naive::Grid::kHash, naive::Grid::kDense, naive::Grid::kTiled}) {
      const naive::GridSetup grid = grid_of(kind, dims, 2, {1.0F, 7.5F, 10.0F});
      const std::vector<std::array<float, 3>> positions = all_positions(std::array{0.0F, 0x1p-149F, 1.0F - 0x1p-24F, 1.0F});
      for (const rtl::Build* build : {&engine_narrow(), &engine_wide()}) {
        EXPECT_EQ(run_engine(directed_case(grid, naive::BankMap::kParity, true, Values::kOrdinary, build->sizes, positions), *build).difference, "");
      }
    }
  }
}

TEST(EngineEquivalence, WeightsThatAreSubnormal) {
  const naive::GridSetup grid = grid_of(naive::Grid::kDense, 3, 4, {1.0F});
  const EngineCase c = directed_case(grid, naive::BankMap::kXor, false, Values::kHuge, engine_narrow().sizes, next_to_vertices());
  std::size_t subnormal = 0;
  for (const models::online::QueryRecord& query : c.stimulus.queries) {
    const models::GridCell<3> cell = models::locate(model_of(c, engine_narrow().sizes).levels[0], query.position);
    for (std::size_t corner = 0; corner < 8; ++corner) {
      const Fp16 weight = models::to_fp16(static_cast<double>(models::corner_weight(cell, corner)));
      if (weight.bits > 0 && weight.bits < 0x0400) ++subnormal;
    }
  }
  EXPECT_GT(subnormal, 20U);
  EXPECT_EQ(run_engine(c, engine_narrow()).difference, "");
  EXPECT_EQ(run_engine(directed_case(grid, naive::BankMap::kXor, true, Values::kHuge, engine_wide().sizes, next_to_vertices()), engine_wide()).difference, "");
}

TEST(EngineEquivalence, FeaturesThatOverflow) {
  const naive::GridSetup grid = grid_of(naive::Grid::kHash, 3, 4, {30.7F, 1000.0F});
  const std::vector<std::array<float, 3>> positions = all_positions(std::array{0.01F, 0.27F, 0.5F, 0.73F, 0.98F});
  for (const rtl::Build* build : {&engine_narrow(), &engine_wide()}) {
    const EngineRun run = run_engine(directed_case(grid, naive::BankMap::kPadded, false, Values::kHuge, build->sizes, positions), *build);
    EXPECT_EQ(run.difference, "");
    EXPECT_GT(std::count_if(run.values.begin(), run.values.end(), is_infinite), 5) << build->name;
  }
}

TEST(EngineEquivalence, InfinitiesAndNaNInTheTables) {
  const naive::GridSetup grid = grid_of(naive::Grid::kHash, 3, 8, {1.0F, 30.7F, 1.0F, 2.0F});
  for (const rtl::Build* build : {&engine_narrow(), &engine_wide()}) {
    const EngineRun run = run_engine(directed_case(grid, naive::BankMap::kPermute, false, Values::kSpecial, build->sizes, next_to_vertices()), *build);
    EXPECT_EQ(run.difference, "");
    EXPECT_GT(std::count_if(run.values.begin(), run.values.end(), models::is_nan), 50) << build->name;
  }
}

TEST(EngineEquivalence, ResetInFlightLeavesNothing) {
  for (const rtl::Build* build : {&engine_narrow(), &engine_wide()}) {
    for (std::uint64_t seed = 3'000; seed < 3'030; ++seed) {
      EngineCase c = random_engine_case(seed, build->sizes);
      const EngineModel resolved(c, build->sizes);
      const std::unique_ptr<rtl::RtlEngineLane> rtl = engine_rtl(c, resolved, *build);
      models::online::ModelEngineLane before(resolved.model, c.lane, &resolved.network);
      const LaneStimulus whole = c.stimulus;
      c.stimulus.stop_after = 1 + seed % 40;
      EXPECT_EQ(lockstep(before, *rtl, c.stimulus).difference, "") << describe(c);
      rtl->restart();
      models::online::ModelEngineLane after(resolved.model, c.lane, &resolved.network);
      EXPECT_EQ(lockstep(after, *rtl, whole).difference, "") << describe(c);
    }
  }
}

TEST(EngineEquivalence, ChipThatDoesNotFitIsRefusedAtItsParameter) {
  const auto message = [](auto&& change) -> std::string {
    EngineCase c = random_engine_case(0, engine_wide().sizes);
    EngineModel resolved(c, engine_wide().sizes);
    change(resolved.model);
    try {
      static_cast<void>(engine_rtl(c, resolved, engine_wide()));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](models::NfpModel&) {}), "");
  EXPECT_EQ(message([](models::NfpModel& m) { m.params.encoding_engine.grid_sram.banks = 4; }),
            "chip.nfp.encoding_engine.grid_sram.banks: 4, but the RTL was compiled with Banks = 8; allowed: 8");
  EXPECT_EQ(message([](models::NfpModel& m) { m.params.encoding_engine.feature_type = models::FeatureType::kFp16; }),
            "chip.nfp.encoding_engine.feature_type: 16, but the RTL was compiled with FeatureBits = 8; allowed: 8");
  EXPECT_EQ(message([](models::NfpModel& m) { m.params.encoding_engine.grid_sram.conflict_policy = models::ConflictPolicy::kOverlap; }),
            "chip.nfp.encoding_engine.grid_sram.conflict_policy: overlap, but the RTL was compiled with OverlapWindow = 1; allowed: serial");
  EXPECT_EQ(message([](models::NfpModel& m) { m.levels[0].entries = 1U << 20; }).find("chip.nfp.encoding_engine.grid_sram.size_kib: "), 0U);
  EXPECT_EQ(message([](models::NfpModel& m) { m.placement.shards = 2; }).find("chip.nfp.encoding_engine.regroup: "), 0U);
  EXPECT_EQ(message([](models::NfpModel& m) { m.encoding.features = 16; }).find("workload.encoding.features: "), 0U);
}

}  // namespace
}  // namespace ngpcsim::equiv
