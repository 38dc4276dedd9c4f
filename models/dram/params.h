#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/dram/energy_params.h"
#include "models/dram/observer.h"
#include "models/dram/timing_params.h"
#include "sim/config/describe.h"

/// A DRAM device with its controller, as a device file describes it (docs/dram.md).
namespace ngpcsim::models::dram {

/// 0: not given. A device file must give all of them but the counts of what many devices have only one of.
struct OrganizationParams {
  std::uint32_t channels = 1, pseudo_channels = 1, ranks = 1, bank_groups = 1, banks = 0, rows = 0, columns = 0, device_width = 0, devices_per_rank = 1, burst_length = 0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSource = "0: not given; device files give values and sources";
    v.integer("channels", p.channels, {.min = 1, .max = 1024, .power_of_two = false}, {.unit = "", .meaning = "channels, each with a command bus", .source = "our choice: the least there is"});
    v.integer("pseudo_channels", p.pseudo_channels, {.min = 1, .max = 4, .power_of_two = true}, {.unit = "", .meaning = "data buses with banks of their own behind one command bus", .source = "our choice: the least there is"});
    v.integer("ranks", p.ranks, {.min = 1, .max = 16, .power_of_two = true}, {.unit = "", .meaning = "ranks (stack IDs) of a pseudo-channel", .source = "our choice: the least there is"});
    v.integer("bank_groups", p.bank_groups, {.min = 1, .max = 16, .power_of_two = true}, {.unit = "", .meaning = "bank groups of a rank", .source = "our choice: the least there is"});
    v.integer("banks", p.banks, {.min = 0, .max = 64}, {.unit = "", .meaning = "banks of a bank group", .source = kSource});
    v.integer("rows", p.rows, {.min = 0, .max = 1 << 24}, {.unit = "", .meaning = "rows of a bank", .source = kSource});
    v.integer("columns", p.columns, {.min = 0, .max = 1 << 16}, {.unit = "", .meaning = "columns of a row, each as wide as the device", .source = kSource});
    v.integer("device_width", p.device_width, {.min = 0, .max = 1024}, {.unit = "bit", .meaning = "data pins of a device for one pseudo-channel", .source = kSource});
    v.integer("devices_per_rank", p.devices_per_rank, {.min = 1, .max = 64}, {.unit = "", .meaning = "devices side by side", .source = "our choice: the least there is"});
    v.integer("burst_length", p.burst_length, {.min = 0, .max = 64}, {.unit = "beats", .meaning = "columns of a burst", .source = kSource});
  }
};

/// The rule table as texts; their names come from the file, so they must be here before the file is bound (device_file.h).
struct RuleTexts {
  struct Entry {
    std::string name, text;
  };
  std::vector<Entry> entries;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    for (auto& entry : p.entries) v.text(entry.name, entry.text, {.unit = "", .meaning = "a timing rule: PREVIOUS NEXT SCOPE CYCLES [window=N] (docs/dram.md, 2)", .source = "device files"});
  }
};

enum class RefreshMode { kNone, kAllBank, kPerBank };
inline constexpr std::array<config::Choice<RefreshMode>, 3> kRefreshModes{{{RefreshMode::kNone, "none"}, {RefreshMode::kAllBank, "all_bank"}, {RefreshMode::kPerBank, "per_bank"}}};

struct RefreshParams {
  RefreshMode mode = RefreshMode::kAllBank;
  std::uint32_t postpone = 0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("mode", p.mode, kRefreshModes, {.unit = "", .meaning = "all banks of a rank at once, one bank after the other, or none", .source = "our choice: what every device has"});
    v.integer("postpone", p.postpone, {.min = 0, .max = 8}, {.unit = "refreshes", .meaning = "that may be owed while there are requests", .source = "our choice: none; JEDEC allows 8"});
  }
};

enum class Scheduler { kFrFcfs, kFcfs };
inline constexpr std::array<config::Choice<Scheduler>, 2> kSchedulers{{{Scheduler::kFrFcfs, "fr_fcfs"}, {Scheduler::kFcfs, "fcfs"}}};
enum class RowPolicy { kOpen, kClosed, kTimeout };
inline constexpr std::array<config::Choice<RowPolicy>, 3> kRowPolicies{{{RowPolicy::kOpen, "open"}, {RowPolicy::kClosed, "closed"}, {RowPolicy::kTimeout, "timeout"}}};

struct ControllerParams {
  Scheduler scheduler = Scheduler::kFrFcfs;
  std::uint32_t starvation_cap = 16;
  RowPolicy row_policy = RowPolicy::kOpen;
  std::uint32_t timeout_cycles = 200;
  std::uint32_t read_queue = 64, write_queue = 64, write_high = 48, write_low = 16;
  std::string mapping;
  bool bank_hash = false;
  std::uint32_t pipeline_cycles = 0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("scheduler", p.scheduler, kSchedulers, {.unit = "", .meaning = "row hits first, or strictly in order", .source = "Rixner et al., ISCA 2000: first-ready, first-come-first-served"});
    v.integer("starvation_cap", p.starvation_cap, {.min = 1, .max = 1 << 20}, {.unit = "bursts", .meaning = "column commands to an open row that may overtake an older burst of the bank", .source = "our choice: a fraction of a row"});
    v.choice("row_policy", p.row_policy, kRowPolicies, {.unit = "", .meaning = "when rows are closed that nobody needs", .source = "our choice: open, as streams like it"});
    v.integer("timeout_cycles", p.timeout_cycles, {.min = 1, .max = 1 << 20}, {.unit = "cycles", .meaning = "after which row_policy timeout closes a row", .source = "our choice: a few row cycles"});
    v.integer("read_queue", p.read_queue, {.min = 1, .max = 2048}, {.unit = "bursts", .meaning = "places for reads of a pseudo-channel", .source = "our choice: several per bank"});
    v.integer("write_queue", p.write_queue, {.min = 1, .max = 2048}, {.unit = "bursts", .meaning = "places for writes of a pseudo-channel", .source = "our choice: several per bank"});
    v.integer("write_high", p.write_high, {.min = 1, .max = 2048}, {.unit = "bursts", .meaning = "queued writes that make the bus turn to writes", .source = "our choice: three quarters of the queue"});
    v.integer("write_low", p.write_low, {.min = 0, .max = 2047}, {.unit = "bursts", .meaning = "queued writes at which it turns back to waiting reads", .source = "our choice: a quarter of the queue"});
    v.text("mapping", p.mapping, {.unit = "", .meaning = "fields of an address, most significant first (docs/dram.md, 6)", .source = "device files"});
    v.flag("bank_hash", p.bank_hash, {.unit = "", .meaning = "bank number XOR low bits of the row", .source = "our choice: off; Zhang et al., MICRO 2000"});
    v.integer("pipeline_cycles", p.pipeline_cycles, {.min = 0, .max = 100000}, {.unit = "cycles", .meaning = "added to every answer: controller and PHY, both ways", .source = "our choice: none, the bare DRAM"});
  }
};

struct DramParams {
  std::uint64_t clock_khz = 1200000;
  OrganizationParams organization;
  TimingParams timing;
  RuleTexts rules;
  RefreshParams refresh;
  ControllerParams controller;
  EnergyParams energy;
  PartObserver* observer = nullptr;  ///< no parameter: who watches the device in a chip's memory; outlives the run

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("clock_khz", p.clock_khz, {.min = 1000, .max = 10000000}, {.unit = "kHz", .meaning = "command clock: all cycles are its cycles", .source = "DDR4-2400; device files give theirs"});
    v.group("organization", p.organization, "what the device consists of");
    v.group("timing", p.timing, "timing parameters");
    v.group("rules", p.rules, "the rule table");
    v.group("refresh", p.refresh, "how it is refreshed");
    v.group("controller", p.controller, "queues, scheduling, address mapping");
    v.group("energy", p.energy, "where its energy comes from");
  }
};

}  // namespace ngpcsim::models::dram
