#pragma once
#include <array>
#include <cstdint>

#include "models/common/feature_type.h"
#include "models/common/implementation.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

enum class BankMap { kLow, kXor, kParity, kPadded, kPermute };
inline constexpr std::array<config::Choice<BankMap>, 5> kBankMaps{{{BankMap::kLow, "low"},
                                                                   {BankMap::kXor, "xor"},
                                                                   {BankMap::kParity, "parity"},
                                                                   {BankMap::kPadded, "padded"},
                                                                   {BankMap::kPermute, "permute"}}};

enum class CornerReuse { kNone, kCell };
inline constexpr std::array<config::Choice<CornerReuse>, 2> kCornerReuses{
    {{CornerReuse::kNone, "none"}, {CornerReuse::kCell, "cell"}}};

enum class ConflictPolicy { kSerial, kOverlap };
inline constexpr std::array<config::Choice<ConflictPolicy>, 2> kConflictPolicies{
    {{ConflictPolicy::kSerial, "serial"}, {ConflictPolicy::kOverlap, "overlap"}}};

enum class SramMode { kResident, kReload, kCached, kPaged, kUnbounded };
inline constexpr std::array<config::Choice<SramMode>, 5> kSramModes{{{SramMode::kResident, "resident"},
                                                                     {SramMode::kReload, "reload"},
                                                                     {SramMode::kCached, "cached"},
                                                                     {SramMode::kPaged, "paged"},
                                                                     {SramMode::kUnbounded, "unbounded"}}};
[[nodiscard]] constexpr bool holds_whole_tables(SramMode mode) { return mode == SramMode::kResident || mode == SramMode::kReload; }

/// What becomes of levels that take more than the grid SRAM that is to hold them whole.
enum class Oversize { kRefuse, kCached };
inline constexpr std::array<config::Choice<Oversize>, 2> kOversizes{{{Oversize::kRefuse, "refuse"}, {Oversize::kCached, "cached"}}};

enum class TableLoad { kUnicast, kMulticast };
inline constexpr std::array<config::Choice<TableLoad>, 2> kTableLoads{
    {{TableLoad::kUnicast, "unicast"}, {TableLoad::kMulticast, "multicast"}}};

enum class Regroup { kReplicate, kShard };
inline constexpr std::array<config::Choice<Regroup>, 2> kRegroups{
    {{Regroup::kReplicate, "replicate"}, {Regroup::kShard, "shard"}}};

/// The grid SRAM as a cache of the tables (docs/timing.md, 3.1).
struct GridCacheParams {
  std::uint32_t line_bytes = 64;
  std::uint32_t ways = 1;
  std::uint32_t gate_queries = 8;
  std::uint32_t fill_buffer_lines = 1024;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("line_bytes", p.line_bytes, {.min = 16, .max = 1024, .power_of_two = true}, {.unit = "B", .meaning = "bytes of a line: what a miss fetches", .source = "our choice: two DRAM sectors of a GPU's L2"});
    v.integer("ways", p.ways, {.min = 1, .max = 16}, {.unit = "ways", .meaning = "lines of a set; the one whose last look-up is oldest is replaced", .source = "our choice: direct-mapped, a tag comparator a corner"});
    v.integer("gate_queries", p.gate_queries, {.min = 1, .max = 4096}, {.unit = "queries", .meaning = "queries that enter the engines together, once all lines that they missed are there", .source = "our choice: half as long gains nothing, twice as long needs twice the fill buffer (docs/validation.md)"});
    v.integer("fill_buffer_lines", p.fill_buffer_lines, {.min = 1, .max = 1 << 20}, {.unit = "lines", .meaning = "lines per NFP between their request and the queries that use them", .source = "our choice: as many as a gate may miss; four times as many gain nothing (docs/validation.md)"});
  }
};

enum class PageOrder { kAscending, kSerpentine, kResidentFirst };
inline constexpr std::array<config::Choice<PageOrder>, 3> kPageOrders{
    {{PageOrder::kAscending, "ascending"}, {PageOrder::kSerpentine, "serpentine"}, {PageOrder::kResidentFirst, "resident_first"}}};

/// Tables larger than the grid SRAM, page by page (docs/timing.md, 3.2).
struct PagingParams {
  std::uint32_t page_kib = 128;
  std::uint32_t sweep_queries = 4096;
  std::uint32_t partial_sum_queries = 8192;
  PageOrder page_order = PageOrder::kResidentFirst;
  std::uint32_t loads_in_flight = 4;
  std::uint32_t multicast_wait_cycles = 4096;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("page_kib", p.page_kib, {.min = 1, .max = 1 << 20, .power_of_two = true}, {.unit = "KiB", .meaning = "size of a page; the grid SRAM holds as many as fit", .source = "our choice: two frames of a quarter of the paper's 1 MB (docs/validation.md)"});
    v.integer("sweep_queries", p.sweep_queries, {.min = 8, .max = 1 << 20}, {.unit = "queries", .meaning = "queries of a batch for which each page is loaded once; whole chunks", .source = "our choice: as many as two sweeps of input buffers hold"});
    v.integer("partial_sum_queries", p.partial_sum_queries, {.min = 8, .max = 1 << 22}, {.unit = "queries", .meaning = "places for partial sums per lane: of the sweep that goes on, and of queries that have not entered the pipeline", .source = "our choice: two sweeps"});
    v.choice("page_order", p.page_order, kPageOrders, {.unit = "", .meaning = "order of the pages of a sweep: by number; by number, up and down in turn; those in the SRAM first", .source = "our choice: uses what the sweep before has loaded, in whatever order other NFPs ask"});
    v.integer("loads_in_flight", p.loads_in_flight, {.min = 1, .max = 1024}, {.unit = "pages", .meaning = "pages that a port of the page loader reads at once", .source = "our choice: covers the memory latency"});
    v.integer("multicast_wait_cycles", p.multicast_wait_cycles, {.min = 0, .max = 1 << 24}, {.unit = "cycles", .meaning = "with table_load multicast: edges for which a page that one NFP has asked for waits for others to ask", .source = "our choice: less than the work on a page that is there already"});
  }
};

/// The grid SRAM of one encoding engine.
struct GridSramParams {
  std::uint32_t size_kib = 1024;
  std::uint32_t banks = 8;
  BankMap bank_map = BankMap::kXor;
  std::uint32_t word_entries = 1;
  CornerReuse corner_reuse = CornerReuse::kNone;
  ConflictPolicy conflict_policy = ConflictPolicy::kSerial;
  std::uint32_t overlap_window = 4;
  std::uint32_t latency_cycles = 2;
  SramMode mode = SramMode::kResident;
  Oversize oversize = Oversize::kRefuse;
  bool warm_start = true;
  TableLoad table_load = TableLoad::kMulticast;
  GridCacheParams cache{};
  PagingParams paging{};

  /// W of docs/timing.md: passes at the banks at once.
  [[nodiscard]] std::uint32_t window() const { return conflict_policy == ConflictPolicy::kOverlap ? overlap_window : 1; }

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("size_kib", p.size_kib, {.min = 1, .max = 1 << 20}, {.unit = "KiB", .meaning = "capacity per engine, all banks together", .source = "(P) NGPC, ISCA'23: 1 MB per engine"});
    v.integer("banks", p.banks, {.min = 1, .max = 256, .power_of_two = true}, {.unit = "banks", .meaning = "single-ported banks that work in the same cycle", .source = "our choice: one per corner of a 3-D cell; the paper does not say"});
    v.choice("bank_map", p.bank_map, kBankMaps, {.unit = "", .meaning = "which bank holds a word (docs/timing.md, 2.1)", .source = "our choice: low-order bits throttle the coarsest level"});
    v.integer("word_entries", p.word_entries, {.min = 1, .max = 8, .power_of_two = true}, {.unit = "entries", .meaning = "table entries per SRAM word; above 1, corners that share a word are one access", .source = "our choice: the narrowest word"});
    v.choice("corner_reuse", p.corner_reuse, kCornerReuses, {.unit = "", .meaning = "cell: a query in the cell of the query before it makes no access", .source = "our choice: the paper describes no such register"});
    v.choice("conflict_policy", p.conflict_policy, kConflictPolicies, {.unit = "", .meaning = "serial: a pass waits for the last access of the one before; overlap: banks that are done work for passes behind it", .source = "our choice: the simplest engine; the paper does not say"});
    v.integer("overlap_window", p.overlap_window, {.min = 2, .max = 16}, {.unit = "passes", .meaning = "with conflict_policy overlap: passes at the banks at once", .source = "our choice: the smallest that gains some 4 % on ngpc-8-starved (docs/validation.md)"});
    v.integer("latency_cycles", p.latency_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "from the last bank access to its data", .source = "our choice: CACTI 7 gives 2.15 ns for a 128 KiB lstp bank at 45 nm; no source scales that to 7 nm (docs/validation.md)"});
    v.choice("mode", p.mode, kSramModes, {.unit = "", .meaning = "resident: tables stay over frames; reload: loaded at the start of every frame; cached: lines of the tables are fetched when look-ups miss them (grid_sram.cache); paged: tables that do not fit are loaded page by page for a batch of queries at a time (grid_sram.paging), the others are resident; unbounded: capacity is ignored and the run is marked idealised", .source = "(P) NGPC, ISCA'23: a level's table is loaded once, then all inputs are looked up"});
    v.choice("oversize", p.oversize, kOversizes, {.unit = "", .meaning = "what mode resident or reload does with a level that does not fit: refuse: the run ends with a message; cached: all grid SRAMs work as in mode cached, and the result says so", .source = "our choice: nothing is slower than one thinks without being asked for"});
    v.flag("warm_start", p.warm_start, {.unit = "", .meaning = "with mode resident: tables and weights are already loaded when the first frame starts; with mode cached: the weights are; with mode paged: weights and what is not paged", .source = "our choice: the steady state of a running renderer"});
    v.choice("table_load", p.table_load, kTableLoads, {.unit = "", .meaning = "multicast: one read of the tables, or of a page, serves every NFP that wants it; unicast: each NFP reads its own", .source = "ngpc_paper.md: unicast loads would not fit the published frame times"});
    v.group("cache", p.cache, "the grid SRAM as a cache, with mode cached");
    v.group("paging", p.paging, "tables page by page, with mode paged");
  }
};

/// The encoding engines of one NFP; one level each, folded or regrouped when their numbers differ (docs/timing.md, section 2).
struct EncodingEngineParams {
  Implementation implementation = Implementation::kModel;
  std::uint32_t engines = 16;
  std::uint32_t levels_per_engine = 2;
  Regroup regroup = Regroup::kReplicate;
  FeatureType feature_type = FeatureType::kInt8;
  std::uint32_t features_per_cycle = 2;
  std::uint32_t input_queue_depth = 4;
  std::uint32_t index_queue_depth = 8;
  std::uint32_t output_queue_depth = 16;
  std::uint32_t pos_fract_cycles = 2;
  std::uint32_t grid_index_cycles = 2;
  std::uint32_t interpolate_cycles = 3;
  GridSramParams grid_sram;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("implementation", p.implementation, kImplementations, {.unit = "", .meaning = kImplementationMeaning, .source = kImplementationSource, .simulation_only = true});
    v.integer("engines", p.engines, {.min = 1, .max = 64}, {.unit = "engines", .meaning = "encoding engines per NFP", .source = "(P) NGPC, ISCA'23: 16 per NFP"});
    v.integer("levels_per_engine", p.levels_per_engine, {.min = 1, .max = 32}, {.unit = "levels", .meaning = "most levels an engine can hold; more levels than engines fold into passes", .source = "our choice: two passes cover L = 32"});
    v.choice("regroup", p.regroup, kRegroups, {.unit = "", .meaning = "fewer levels than engines: replicate serves several queries at once, shard spreads a level over several engines", .source = "(P) NGPC, ISCA'23: 8 levels serve 2 inputs, 2 levels 8"});
    v.choice("feature_type", p.feature_type, kFeatureTypes, {.unit = "", .meaning = "stored type of a feature", .source = "(I) ngpc_paper.md: only 8 bits fit a level of T = 2^19, F = 2 into 1 MB"});
    v.integer("features_per_cycle", p.features_per_cycle, {.min = 1, .max = 8, .power_of_two = true}, {.unit = "features", .meaning = "features of one entry that a bank delivers per cycle", .source = "our choice: F = 2 in one access"});
    v.integer("input_queue_depth", p.input_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between the fork and an engine", .source = "our choice: the paper states no depth"});
    v.integer("index_queue_depth", p.index_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between the index stages and the grid SRAM", .source = "our choice: covers the latency of the front stages"});
    v.integer("output_queue_depth", p.output_queue_depth, {.min = 1, .max = 256}, {.unit = "queries", .meaning = "queue between an engine and the join", .source = "our choice: covers the back latency and one conflict of 8"});
    v.integer("pos_fract_cycles", p.pos_fract_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "latency of scaling, floor and fraction", .source = "our choice: one fp32 fma and a conversion"});
    v.integer("grid_index_cycles", p.grid_index_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "latency of the index arithmetic of all corners", .source = "our choice: one 32-bit multiply and XORs"});
    v.integer("interpolate_cycles", p.interpolate_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "latency of the weighted sum", .source = "our choice: three stages of linear interpolation"});
    v.group("grid_sram", p.grid_sram, "the banked table memory of one engine");
  }
};

}  // namespace ngpcsim::models
