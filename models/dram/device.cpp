#include "models/dram/device.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace ngpcsim::models::dram {
namespace {

constexpr std::uint32_t kMostBanks = 64;  // of a pseudo-channel: its banks with work are the bits of a word
/// What the controller itself reads; everything else is used by rules only.
constexpr std::array<Timing, 4> kNeeded{Timing::kCL, Timing::kCWL, Timing::kBL, Timing::kREFI};

std::uint32_t needed(std::uint32_t value, const char* name, const Where& where, bool power_of_two = true) {
  const std::string path = fmt::format("dram.organization.{}", name);
  if (value == 0) throw InputError(where(path), fmt::format("{} is not given", path), "1 or more");
  if (power_of_two && !std::has_single_bit(value)) throw InputError(where(path), fmt::format("{} = {}", path, value), "a power of two");
  return value;
}

Geometry make_geometry(const OrganizationParams& o, const Where& where) {
  Geometry g{.channels = o.channels, .pseudo_channels = o.pseudo_channels, .ranks = o.ranks, .bank_groups = o.bank_groups};
  g.banks = needed(o.banks, "banks", where);
  g.rows = needed(o.rows, "rows", where);
  g.burst_length = needed(o.burst_length, "burst_length", where);
  const std::uint32_t columns = needed(o.columns, "columns", where);
  if (columns < g.burst_length)
    throw InputError(where("dram.organization.columns"), fmt::format("dram.organization.columns = {}", columns),
                     fmt::format("at least a burst of {}", g.burst_length));
  g.bursts_per_row = columns / g.burst_length;
  const std::uint64_t bits = std::uint64_t{needed(o.device_width, "device_width", where)} * o.devices_per_rank * g.burst_length;
  g.burst_bytes = static_cast<std::uint32_t>(bits / 8);
  if (bits % 8 != 0 || !std::has_single_bit(g.burst_bytes))
    throw InputError(where("dram.organization.devices_per_rank"), fmt::format("a burst has {} bits", bits), "a power of two of bytes");
  if (g.banks_per_pseudo_channel() > kMostBanks)
    throw InputError(where("dram.organization.ranks"), fmt::format("a pseudo-channel has {} banks", g.banks_per_pseudo_channel()),
                     fmt::format("at most {}", kMostBanks));
  return g;
}

void check_controller(const ControllerParams& c, const Where& where) {
  if (c.write_high > c.write_queue)
    throw InputError(where("dram.controller.write_high"), fmt::format("dram.controller.write_high = {}", c.write_high),
                     fmt::format("at most write_queue = {}", c.write_queue));
  if (c.write_low >= c.write_high)
    throw InputError(where("dram.controller.write_low"), fmt::format("dram.controller.write_low = {}", c.write_low),
                     fmt::format("below write_high = {}", c.write_high));
}

void check_energy(const EnergyParams& e, const Where& where) {
  if (e.background_share + e.activate_share + e.refresh_share > 1.0)
    throw InputError(where("dram.energy.background_share"), "background_share + activate_share + refresh_share is more than 1", "at most 1 together");
}

}  // namespace

Device::Device(const DramParams& params, const Where& where)
    : params_(params),
      geometry_(make_geometry(params.organization, where)),
      table_({}),
      map_(params.controller.mapping, params.controller.bank_hash, geometry_, where("dram.controller.mapping")) {
  RuleSet set = parse_rules(params.rules, params.timing, where);
  check_timing(set, where);
  check_controller(params.controller, where);
  check_energy(params.energy, where);
  rules_ = std::move(set.rules);
  table_ = RuleTable(rules_);
  check_bus(where);
  fill_gaps();
}

void Device::check_timing(const RuleSet& set, const Where& where) const {
  const auto path = [](std::size_t i) { return fmt::format("dram.timing.{}", kTimings[i].name); };
  for (std::size_t i = 0; i < kTimings.size(); ++i) {
    const auto t = static_cast<Timing>(i);
    const bool is_needed = std::find(kNeeded.begin(), kNeeded.end(), t) != kNeeded.end();
    if (is_needed && timing(t) == 0 && (t != Timing::kREFI || params_.refresh.mode != RefreshMode::kNone))
      throw InputError(where(path(i)), fmt::format("{} is not given", path(i)), "1 cycle or more");
    if (!is_needed && timing(t) != 0 && !set.used[i])
      throw InputError(where(path(i)), fmt::format("no rule uses {}", path(i)), "no value, or a rule that uses it");
  }
  if (params_.refresh.mode == RefreshMode::kPerBank) {
    if (timing(Timing::kRFCpb) == 0) throw InputError(where("dram.refresh.mode"), "per_bank needs dram.timing.RFCpb", "all_bank, none");
    if (timing(Timing::kREFI) < geometry_.banks_per_rank())
      throw InputError(where("dram.timing.REFI"), "REFI is shorter than a cycle per bank", fmt::format(">= {}", geometry_.banks_per_rank()));
  }
}

/// Rules must keep bursts apart; between pseudo-channels there is nothing to keep apart.
void Device::check_bus(const Where& where) const {
  constexpr std::array<Command, 4> kColumns{Command::kRd, Command::kRdA, Command::kWr, Command::kWrA};
  for (const Command previous : kColumns)
    for (const Command next : kColumns)
      for (const Relation relation : {Relation::kSameBank, Relation::kSameBankGroup, Relation::kSameRank, Relation::kOtherRank}) {
        if (relation == Relation::kSameBankGroup && geometry_.banks == 1) continue;
        if (relation == Relation::kSameRank && geometry_.bank_groups == 1) continue;
        if (relation == Relation::kOtherRank && geometry_.ranks == 1) continue;
        if (relation == Relation::kSameBank && (previous == Command::kRdA || previous == Command::kWrA)) continue;  // an ACT lies between
        const std::uint64_t end = data_latency(is_write(previous)) + burst_cycles();
        const std::uint64_t begin = table_.distance(previous, next, relation) + data_latency(is_write(next));
        if (begin < end)
          throw InputError(where("dram.rules"),
                           fmt::format("the rules let the data of {} begin {} cycles before those of a {} {} end", name(next), end - begin, name(previous),
                                       relation == Relation::kOtherRank  ? "of another rank"
                                       : relation == Relation::kSameRank ? "of another bank group"
                                                                         : "of the bank group"),
                           "rules that keep bursts apart");
      }
}

void Device::fill_gaps() {
  for (const bool write : {false, true})
    for (const bool next_write : {false, true})
      for (const bool other_rank : {false, true}) {
        const Command previous = write ? Command::kWr : Command::kRd, next = next_write ? Command::kWr : Command::kRd;
        const Relation relation = other_rank ? Relation::kOtherRank : geometry_.bank_groups > 1 ? Relation::kSameRank : Relation::kSameBankGroup;
        const std::uint64_t begin = table_.distance(previous, next, relation) + data_latency(next_write);
        const std::uint64_t end = data_latency(write) + burst_cycles();
        gaps_[write ? 1 : 0][next_write ? 1 : 0][other_rank ? 1 : 0] = begin > end ? begin - end : 0;
      }
}

std::uint64_t Device::idle_read_latency(std::uint32_t bursts) const {
  return 1 + timing(Timing::kRCDRD) + (bursts - 1) * table_.distance(Command::kRd, Command::kRd, Relation::kSameBank) + timing(Timing::kCL) + burst_cycles() +
         params_.controller.pipeline_cycles;
}

double Device::pin_bytes_per_cycle() const {
  return static_cast<double>(std::uint64_t{geometry_.channels} * geometry_.pseudo_channels * geometry_.burst_bytes) / burst_cycles();
}

}  // namespace ngpcsim::models::dram
