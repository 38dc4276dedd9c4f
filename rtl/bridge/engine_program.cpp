#include "rtl/bridge/engine_program.h"

#include <bit>

#include <fmt/format.h>

#include "models/encoding_engine/bank_map.h"
#include "rtl/bridge/size_check.h"

namespace ngpcsim::rtl {
namespace {

using models::EncodingEngineParams;
using models::GridLevel;
using models::NfpModel;

constexpr std::uint32_t kLevelRegisters = 0x100, kRegistersPerLevel = 16;

[[nodiscard]] std::uint32_t beats_of(const NfpModel& model) {
  const std::uint32_t per_cycle = model.params.encoding_engine.features_per_cycle;
  return (model.encoding.features + per_cycle - 1) / per_cycle;
}

/// Rows of each bank that the table of a level takes.
[[nodiscard]] std::uint64_t rows_of(const NfpModel& model, const GridLevel& level) {
  const models::GridSramParams& sram = model.params.encoding_engine.grid_sram;
  const std::uint64_t words = (std::uint64_t{level.entries} + sram.word_entries - 1) / sram.word_entries;
  return (words + sram.banks - 1) / sram.banks * beats_of(model);
}

[[nodiscard]] std::vector<std::uint32_t> levels_of(const NfpModel& model, std::uint32_t lane) {
  std::vector<std::uint32_t> levels;
  for (std::uint32_t level = lane; level < model.levels.size(); level += model.placement.lanes()) levels.push_back(level);
  return levels;
}

/// First row of each pass, and one past the last.
[[nodiscard]] std::vector<std::uint64_t> base_rows(const NfpModel& model, std::uint32_t lane) {
  std::vector<std::uint64_t> rows{0};
  for (const std::uint32_t level : levels_of(model, lane)) rows.push_back(rows.back() + rows_of(model, model.levels[level]));
  return rows;
}

/// The inverse of a divisor for 32-bit dividends (Granlund & Montgomery 1994, figure 4.1).
struct Inverse {
  std::uint32_t magic, shift;
};

[[nodiscard]] Inverse inverse_of(std::uint32_t divisor) {
  const auto shift = static_cast<std::uint32_t>(std::bit_width(divisor - 1));
  const std::uint64_t excess = (std::uint64_t{1} << shift) - divisor;
  return {.magic = static_cast<std::uint32_t>((excess << 32) / divisor + 1), .shift = shift};
}

}  // namespace

void check_engine_sizes(const NfpModel& model, const Sizes& sizes) {
  const EncodingEngineParams& engine = model.params.encoding_engine;
  require_equal("chip.nfp.encoding_engine.grid_sram.banks", engine.grid_sram.banks, sizes, "Banks");
  require_equal("chip.nfp.encoding_engine.grid_sram.word_entries", engine.grid_sram.word_entries, sizes, "WordEntries");
  require_equal("chip.nfp.encoding_engine.grid_sram.latency_cycles", engine.grid_sram.latency_cycles, sizes, "SramLatency");
  require_equal("chip.nfp.encoding_engine.features_per_cycle", engine.features_per_cycle, sizes, "FeaturesPerCycle");
  require_equal("chip.nfp.encoding_engine.feature_type", 8 * models::bytes_of(engine.feature_type), sizes, "FeatureBits");
  require_equal("chip.nfp.encoding_engine.input_queue_depth", engine.input_queue_depth, sizes, "InputDepth");
  require_equal("chip.nfp.encoding_engine.index_queue_depth", engine.index_queue_depth, sizes, "IndexDepth");
  require_equal("chip.nfp.encoding_engine.output_queue_depth", engine.output_queue_depth, sizes, "OutputDepth");
  require_equal("chip.nfp.encoding_engine.pos_fract_cycles", engine.pos_fract_cycles, sizes, "PosFractCycles");
  require_equal("chip.nfp.encoding_engine.grid_index_cycles", engine.grid_index_cycles, sizes, "GridIndexCycles");
  require_equal("chip.nfp.encoding_engine.interpolate_cycles", engine.interpolate_cycles, sizes, "InterpolateCycles");
  const std::uint32_t window = engine.grid_sram.window();
  if (window > 1 && sizes["OverlapWindow"] == 1)
    throw InputError({.file = "chip.nfp.encoding_engine.grid_sram.conflict_policy"}, "overlap, but the RTL was compiled with OverlapWindow = 1", "serial");
  require_at_most("chip.nfp.encoding_engine.grid_sram.overlap_window", window, "passes at the banks", sizes, "OverlapWindow");
  if (model.placement.shards > 1)
    throw InputError({.file = "chip.nfp.encoding_engine.regroup"}, fmt::format("shard: {} levels on {} engines", model.levels.size(), engine.engines),
                     "replicate, in RTL");
  require_at_most("workload.encoding.features", model.encoding.features, "features", sizes, "MaxFeatures");
  for (std::uint32_t lane = 0; lane < model.placement.lanes(); ++lane) {
    require_at_most("workload.encoding.levels", model.placement.lane_passes[lane], "levels in one engine", sizes, "MaxPasses");
    require_at_most("chip.nfp.encoding_engine.grid_sram.size_kib", base_rows(model, lane).back(), "rows of each bank for the levels of one engine", sizes,
                    "BankRows");
  }
}

std::vector<RegisterWrite> engine_registers(const NfpModel& model, const Sizes& sizes, std::uint32_t lane, const models::FeatureTable* table) {
  check_engine_sizes(model, sizes);
  const models::GridSramParams& sram = model.params.encoding_engine.grid_sram;
  const std::vector<std::uint32_t> levels = levels_of(model, lane);
  const std::vector<std::uint64_t> rows = base_rows(model, lane);
  std::vector<RegisterWrite> writes{{0x000, static_cast<std::uint32_t>(levels.size())},
                                    {0x001, model.encoding.dims},
                                    {0x002, model.encoding.features},
                                    {0x003, static_cast<std::uint32_t>(sram.bank_map)},
                                    {0x004, sram.corner_reuse == models::CornerReuse::kCell ? 1u : 0u},
                                    {0x005, sram.window()}};
  for (std::uint32_t pass = 0; pass < levels.size(); ++pass) {
    const GridLevel& level = model.levels[levels[pass]];
    const auto [magic, shift] = inverse_of(level.entries);
    const std::uint32_t at = kLevelRegisters + kRegistersPerLevel * pass;
    writes.push_back({at + 0, std::bit_cast<std::uint32_t>(level.scale)});
    for (std::uint32_t d = 0; d < 3; ++d) writes.push_back({at + 1 + d, level.strides[d]});
    writes.push_back({at + 4, level.entries});
    writes.push_back({at + 5, magic});
    writes.push_back({at + 6, shift});
    writes.push_back({at + 7, level.hashed ? 1u : 0u});
    writes.push_back({at + 8, static_cast<std::uint32_t>(rows[pass])});
    writes.push_back({at + 9, static_cast<std::uint32_t>(table != nullptr ? table->exponent(levels[pass]) : 0)});
  }
  return writes;
}

void for_each_table_row(const NfpModel& model, const Sizes& sizes, std::uint32_t lane, const models::FeatureTable& table,
                        const std::function<void(const TableRow&)>& write) {
  check_engine_sizes(model, sizes);
  const models::GridSramParams& sram = model.params.encoding_engine.grid_sram;
  const std::uint32_t features = model.encoding.features, per_beat = model.params.encoding_engine.features_per_cycle, beats = beats_of(model);
  const auto log2_banks = static_cast<std::uint32_t>(std::countr_zero(sram.banks));
  const std::uint32_t value_bits = sizes["FeatureBits"];
  const std::vector<std::uint32_t> levels = levels_of(model, lane);
  const std::vector<std::uint64_t> rows = base_rows(model, lane);
  std::vector<std::uint32_t> data((sram.word_entries * per_beat * value_bits + 31) / 32);
  for (std::uint32_t pass = 0; pass < levels.size(); ++pass) {
    const std::uint32_t entries = model.levels[levels[pass]].entries;
    const std::uint32_t words = (entries - 1) / sram.word_entries + 1;
    for (std::uint32_t word = 0; word < words; ++word) {
      const auto first_row = static_cast<std::uint32_t>(rows[pass]) + word / sram.banks * beats;
      const std::uint32_t bank = models::bank_of(sram.bank_map, word, log2_banks);
      for (std::uint32_t beat = 0; beat < beats; ++beat) {
        std::fill(data.begin(), data.end(), 0u);
        std::uint32_t bit = 0;
        for (std::uint32_t place = 0; place < sram.word_entries; ++place) {
          const std::uint32_t entry = word * sram.word_entries + place;
          for (std::uint32_t f = beat * per_beat; f < (beat + 1) * per_beat; ++f, bit += value_bits) {
            if (entry < entries && f < features) data[bit / 32] |= std::uint32_t{table.stored_bits(levels[pass], entry, f)} << (bit % 32);
          }
        }
        write({.pass = pass, .word = word, .beat = beat, .bank = bank, .row = first_row + beat, .data = data});
      }
    }
  }
}

std::string bank_scope(const std::string& engine, std::uint32_t bank) { return fmt::format("{}.u_grid_sram.gen_bank[{}].u_bank", engine, bank); }

}  // namespace ngpcsim::rtl
