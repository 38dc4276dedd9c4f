// NFPs that are clocked edge by edge against NFPs that run ahead: the same record, on random chips of every kind.
#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "tests/support/child_process.h"
#include "tests/system/model_factory.h"
#include "tests/system/record_text.h"
#include "tests/system/varied_chip.h"

namespace ngpcsim {
namespace {

using models::Implementation;
namespace online = models::online;

std::string run_text(const VariedChip& c, const models::ChipSetup& setup) {
  return testing_support::in_child([&] {
    const auto source = make_source(c.rounds);
    return record_text(models::run_chip(setup, *source, c.frames, {}));
  });
}

/// `blocks` says which blocks the factory makes: bit 0 the NFP, 1 encoding engines, 2 the direction encoder, 3 the MLP engine.
models::ChipSetup clocked(const VariedChip& c, std::uint32_t blocks, online::Factory& factory) {
  const auto made = [blocks](std::uint32_t bit) { return (blocks >> bit & 1) != 0 ? Implementation::kRtl : Implementation::kModel; };
  models::ChipSetup setup = c.setup;
  setup.rtl = &factory;
  setup.chip.nfp.implementation = made(0);
  setup.chip.nfp.encoding_engine.implementation = made(1);
  setup.chip.nfp.direction_encoder.implementation = made(2);
  setup.chip.nfp.mlp_engine.implementation = made(3);
  return setup;
}

void expect_same_records(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    Rng rng(seed);
    const VariedChip c = varied_chip(rng);
    ModelFactory factory;
    models::ChipSetup setup = clocked(c, 1 + rng.below(15), factory);
    setup.construction_seed = rng.below(100);
    ASSERT_EQ(run_text(c, setup), run_text(c, c.setup)) << "seed " << seed;
  }
}

TEST(ClockedChip, GivesTheSameRecord1) { expect_same_records(1, 150); }
TEST(ClockedChip, GivesTheSameRecord2) { expect_same_records(151, 300); }

TEST(ClockedChip, TheOrderOfConstructionChangesNothing) {
  Rng rng(7);
  VariedChip c = varied_chip(rng);
  c.setup.chip.nfps = 5;
  ModelFactory factory;
  models::ChipSetup setup = clocked(c, 1, factory);
  setup.construction_seed = 0;
  const std::string natural = run_text(c, setup);
  for (setup.construction_seed = 1; setup.construction_seed <= 12; ++setup.construction_seed)
    ASSERT_EQ(run_text(c, setup), natural) << "construction seed " << setup.construction_seed;
}

/// Writes down what it is offered when it takes it.
class Spy final : public WrappedCore {
 public:
  Spy(std::unique_ptr<online::NfpCore> core, std::vector<online::QueryRecord>& seen) : WrappedCore(std::move(core)), seen_(seen) {}
  void clock(const online::QueryRecord* offered, bool taken) override {
    if (offered != nullptr && ready()) seen_.push_back(*offered);
    WrappedCore::clock(offered, taken);
  }

 private:
  std::vector<online::QueryRecord>& seen_;
};

std::string query_text(const online::QueryRecord& q) {
  return fmt::format("({} {} {}) ({} {} {}) ray {}{}{}\n", q.position[0], q.position[1], q.position[2], q.direction[0], q.direction[1], q.direction[2], q.ray,
                     q.first_of_launch ? " first" : "", q.last_of_batch ? " last" : "");
}

/// With one NFP and one group in flight, queries come in the order of the rounds.
TEST(ClockedChip, QueriesCarryTheDirectionsOfTheirRaysAndTheBoundsOfLaunchesAndBatches) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    VariedChip c = varied_chip(rng);
    c.setup.chip.nfps = 1;
    c.setup.chip.host.groups_in_flight = 1;
    const std::string seen = testing_support::in_child([&] {
      std::vector<online::QueryRecord> records;
      WrappingFactory<Spy, std::vector<online::QueryRecord>> factory(records);
      const auto source = make_source(c.rounds);
      static_cast<void>(models::run_chip(clocked(c, 1, factory), *source, c.frames, {}));
      std::string text;
      for (const auto& record : records) text += query_text(record);
      return text;
    });
    std::string expected;
    for (std::size_t frame = 0; frame < c.frames.size(); ++frame)
      for (const MadeRounds::Group& group : c.rounds.groups)
        for (const stream::Queries& round : group.rounds)
          for (std::size_t i = 0; i < round.size(); ++i) {
            const std::uint32_t ray = round.ray[i];
            expected += query_text({.position = {round.x[i], round.y[i], round.z[i]},
                                    .direction = {group.direction_x[ray], group.direction_y[ray], group.direction_z[ray]},
                                    .ray = ray,
                                    .first_of_launch = i == 0,
                                    .last_of_batch = (i + 1) % c.setup.chip.scheduler.batch_queries == 0 || i + 1 == round.size()});
          }
    ASSERT_EQ(seen, expected) << "seed " << seed;
  }
}

/// One bit of one value of one query is wrong.
class WrongBit final : public WrappedCore {
 public:
  explicit WrongBit(std::unique_ptr<online::NfpCore> core) : WrappedCore(std::move(core)) {}
  [[nodiscard]] std::span<const models::Fp16> values() const override {
    const auto values = WrappedCore::values();
    wrong_.assign(values.begin(), values.end());
    if (taken_ == 5) wrong_[2].bits ^= 1;
    return wrong_;
  }
  void clock(const online::QueryRecord* offered, bool taken) override {
    WrappedCore::clock(offered, taken);
    taken_ += taken ? 1 : 0;
  }

 private:
  mutable std::vector<models::Fp16> wrong_;
  std::uint64_t taken_ = 0;
};

TEST(ClockedChip, AWrongValueEndsTheRunWithTheQuery) {
  Rng rng(3);
  VariedChip c = varied_chip(rng);
  c.rounds.groups = {{.pixels = 1, .rounds = {random_queries(rng, 20, 1)}}};
  const std::string what = testing_support::in_child([&] {
    WrappingFactory<WrongBit> factory;
    const auto source = make_source(c.rounds);
    try {
      static_cast<void>(models::run_chip(clocked(c, 1, factory), *source, c.frames, {}));
    } catch (const InvariantError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  });
  const stream::Queries& round = c.rounds.groups[0].rounds[0];
  EXPECT_NE(what.find("nfp_0, launch "), std::string::npos) << what;
  EXPECT_NE(what.find(fmt::format("query 5 at ({}, {}, {}): output 2 is 0x", round.x[5], round.y[5], round.z[5])), std::string::npos) << what;
  EXPECT_NE(what.find(", the network gives 0x"), std::string::npos) << what;
}

class DeafToLoads final : public WrappedCore {
 public:
  explicit DeafToLoads(std::unique_ptr<online::NfpCore> core) : WrappedCore(std::move(core)) {}
  void tables_loaded() override {}
};

/// The last query before a load and the first one behind it lie in one cell: only the load keeps the second from using the registers of the first.
TEST(ClockedChip, EveryLoadEmptiesTheCornerRegisters) {
  Rng rng(11);
  VariedChip c = varied_chip(rng);
  c.setup.chip.nfps = 1;
  c.setup.chip.nfp.encoding_engine.engines = 1;
  c.setup.chip.nfp.encoding_engine.levels_per_engine = 32;
  models::GridSramParams& sram = c.setup.chip.nfp.encoding_engine.grid_sram;
  sram.mode = models::SramMode::kReload;
  sram.corner_reuse = models::CornerReuse::kCell;
  c.rounds.groups = {{.pixels = 1, .rounds = {{.x = {0.5f}, .y = {0.5f}, .z = {0.5f}, .ray = {0}}}}};
  c.frames.assign(2, 0);
  ModelFactory factory;
  const std::string ahead = run_text(c, c.setup);
  EXPECT_EQ(run_text(c, clocked(c, 1, factory)), ahead);
  WrappingFactory<DeafToLoads> deaf;
  EXPECT_NE(run_text(c, clocked(c, 1, deaf)), ahead) << "a core that is not told of loads must be seen";
}

/// Whenever the user interrupts, every account is complete: `collect` checks them.
TEST(ClockedChip, AnInterruptedRunHasCompleteAccounts) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const VariedChip c = varied_chip(rng);
    ModelFactory factory;
    const models::ChipSetup setup = clocked(c, 1, factory);
    for (std::uint64_t after = 1; after <= 4; ++after)
      EXPECT_EQ(testing_support::in_child([&] {
                  const auto source = make_source(c.rounds);
                  std::uint64_t kernels = 0;
                  const models::RunHooks hooks{.progress = [&](const models::RunProgress&) { return ++kernels < after; }};
                  const models::RunRecord record = models::run_chip(setup, *source, c.frames, hooks);
                  return std::string(record.interrupted || kernels < after ? "complete" : "went on");
                }),
                "complete")
          << "seed " << seed << " after " << after;
  }
}

TEST(ClockedChip, NoRtlInTheBuildIsBadInputAtTheParameter) {
  constexpr std::array kParameters{"chip.nfp.implementation", "chip.nfp.encoding_engine.implementation", "chip.nfp.direction_encoder.implementation",
                                   "chip.nfp.mlp_engine.implementation"};
  Rng rng(1);
  const VariedChip c = varied_chip(rng);
  ModelFactory factory;
  for (std::uint32_t bit = 0; bit < kParameters.size(); ++bit) {
    models::ChipSetup setup = clocked(c, 1u << bit, factory);
    EXPECT_NO_THROW(models::check_setup(setup));
    setup.rtl = nullptr;
    try {
      models::check_setup(setup);
      FAIL() << kParameters[bit];
    } catch (const InputError& error) {
      const std::string expected = fmt::format("{0}: {0} is rtl, but this build has no RTL; allowed: model", kParameters[bit]);
      EXPECT_TRUE(std::string(error.what()).starts_with(expected)) << error.what();
    }
  }
}

}  // namespace
}  // namespace ngpcsim
