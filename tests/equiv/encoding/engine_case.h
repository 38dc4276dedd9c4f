#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "models/nfp/functional_network.h"
#include "models/nfp/nfp_model.h"
#include "rtl/bridge/sizes.h"
#include "sim/base/rng.h"
#include "tests/equiv/encoding/stored_table.h"
#include "tests/equiv/lockstep.h"
#include "tests/naive/setup.h"

/// One encoding engine of a Verilated build's sizes with a network's levels and tables, and what it is given. What sits in run-time registers is free.
namespace ngpcsim::equiv {

struct EngineCase {
  std::uint64_t seed = 0;
  naive::GridSetup grid;      ///< without values
  naive::EngineSetup engine;
  std::uint32_t lane = 0;
  std::shared_ptr<const StoredTable> table;
  LaneStimulus stimulus;
};

/// What a table is filled with.
enum class Values { kOrdinary, kHuge, kSpecial };

/// The same seed gives the same case for the same sizes.
[[nodiscard]] EngineCase random_engine_case(std::uint64_t seed, const rtl::Sizes& sizes);

/// The sizes of the build, and as many engines as the levels need.
void apply_sizes(EngineCase& c, const rtl::Sizes& sizes);

/// Fills the tables of all levels: ordinary numbers, numbers whose sums overflow, or infinities, NaN, subnormals and zeros among others. Levels of 8 bits have
/// exponents to that effect.
void fill_tables(Rng& rng, EngineCase& c, const rtl::Sizes& sizes, Values values);

[[nodiscard]] models::NfpModel model_of(const EngineCase& c, const rtl::Sizes& sizes);
[[nodiscard]] models::FunctionalNetwork network_of(const EngineCase& c);

/// One line a person can rebuild the case from.
[[nodiscard]] std::string describe(const EngineCase& c);

}  // namespace ngpcsim::equiv
