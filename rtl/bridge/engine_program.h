#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "models/common/table_values.h"
#include "models/nfp/nfp_model.h"
#include "rtl/bridge/register_write.h"
#include "rtl/bridge/sizes.h"

/// What the registers and tables of one encoding engine hold for a network (rtl/README.md), whoever writes them.
namespace ngpcsim::rtl {

/// One row of a word: beat b of its entries. `data` are its 32-bit parts, the lowest first, and ends with a part that covers the width of the row.
struct TableRow {
  std::uint32_t pass, word, beat;
  std::uint32_t bank, row;  ///< where the hardware puts it
  std::span<const std::uint32_t> data;
};

/// Throws InputError, at the parameter to blame, where the engines of the chip are not of these sizes or the levels of a lane do not fit.
void check_engine_sizes(const models::NfpModel& model, const Sizes& sizes);

/// The engine that is lane `lane` of its group: levels lane, lane + lanes, ... `table` gives the exponents; without one they are 0.
[[nodiscard]] std::vector<RegisterWrite> engine_registers(const models::NfpModel& model, const Sizes& sizes, std::uint32_t lane,
                                                          const models::FeatureTable* table);

/// All rows of its tables in order of pass, word and beat.
void for_each_table_row(const models::NfpModel& model, const Sizes& sizes, std::uint32_t lane, const models::FeatureTable& table,
                        const std::function<void(const TableRow&)>& write);

/// The SRAM of bank `bank` of an engine, by the name of the engine's instance.
[[nodiscard]] std::string bank_scope(const std::string& engine, std::uint32_t bank);

}  // namespace ngpcsim::rtl
