#include "tests/unit/dram/dram_support.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace ngpcsim::testing_support {
namespace {

using models::dram::Command;
using models::dram::Relation;
using models::dram::Timing;

template <class Block>
StreamFigures reads(const models::dram::Device& device, std::uint64_t count, const Block& block) {
  models::dram::Dram dram(device);
  for (std::uint64_t i = 0; i < count; ++i) {
    dram.enter({.write = false, .address = block(i) * 64, .bytes = 64, .id = i}, 0);
    dram.answers().clear();
  }
  const std::uint64_t end = dram.drain();
  dram.answers().clear();
  dram.finish(end);
  const double ghz = static_cast<double>(device.params().clock_khz) * 1e-6;
  return {static_cast<double>(count * 64) * ghz / static_cast<double>(end), device.pin_bytes_per_cycle() * ghz, end, dram.counters()};
}

}  // namespace

const std::vector<std::string>& dram_devices() {
  static const std::vector<std::string> devices = [] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(NGPCSIM_SOURCE_DIR) / "configs/dram"))
      if (entry.path().extension() == ".xml") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
  }();
  return devices;
}

models::dram::DramParams dram_params(const std::string& name, std::initializer_list<std::string> sets) {
  std::vector<config::Assignment> assignments;
  for (const std::string& set : sets) assignments.push_back(config::parse_assignment("dram." + set, {"--set"}));
  return models::dram::load_device(std::string(NGPCSIM_SOURCE_DIR) + "/configs/dram/" + name + ".xml", assignments, {"--set"}).params;
}

InputLocation nowhere(std::string_view path) { return {std::string(path)}; }

std::unique_ptr<const models::dram::Device> dram_device(const std::string& name, std::initializer_list<std::string> sets) {
  return std::make_unique<const models::dram::Device>(dram_params(name, sets), nowhere);
}

RecordedDram::RecordedDram(std::unique_ptr<const models::dram::Device> the_device)
    : device(std::move(the_device)), dram(*device, [this](const models::dram::CommandRecord& record) { commands.push_back(record); }) {}

void RecordedDram::enter(bool write, std::uint64_t address, std::uint64_t cycle, std::uint32_t bytes) {
  dram.enter({.write = write, .address = address, .bytes = bytes, .id = requests_++}, cycle);
}

std::uint64_t RecordedDram::finish(std::uint64_t end) {
  end = std::max(end, dram.drain());
  dram.finish(end);
  answers = dram.answers();
  std::sort(answers.begin(), answers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return end;
}

std::uint64_t RecordedDram::row(std::uint32_t bank, std::uint32_t row_number, std::uint32_t column, std::uint32_t channel) const {
  return device->map().address({.channel = channel, .bank = bank, .row = row_number, .column = column});
}

std::vector<std::string> RecordedDram::lines() const {
  std::vector<std::string> lines;
  for (const models::dram::CommandRecord& c : commands)
    if (c.channel == 0) lines.push_back(fmt::format("{} {} {}", c.cycle, c.command, c.request ? std::to_string(*c.request) : "-"));
  return lines;
}

std::vector<std::uint64_t> RecordedDram::cycles_of(std::string_view command) const {
  std::vector<std::uint64_t> cycles;
  for (const models::dram::CommandRecord& c : commands)
    if (c.command == command) cycles.push_back(c.cycle);
  return cycles;
}

StreamFigures sequential_reads(const models::dram::Device& device, std::uint64_t count) {
  return reads(device, count, [](std::uint64_t i) { return i; });
}

StreamFigures random_reads(const models::dram::Device& device, std::uint64_t count) {
  std::uint64_t x = 0x9E3779B97F4A7C15ull;
  const std::uint64_t blocks = std::min<std::uint64_t>(device.geometry().capacity() / 64, 1u << 24);
  return reads(device, count, [&](std::uint64_t) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return (x * 0x2545F4914F6CDD1Dull >> 40) % blocks;
  });
}

double random_bound_gb_s(const models::dram::Device& device) {
  const auto t = [&](Timing timing) { return static_cast<double>(device.timing(timing)); };
  const auto& g = device.geometry();
  const double bursts = 64.0 / g.burst_bytes, ranks = g.ranks;
  const auto slot = [&](Command c) { return static_cast<double>(device.table().distance(c, Command::kPre, Relation::kOtherPseudoChannel)); };
  const double command_cycles = (slot(Command::kAct) + bursts * slot(Command::kRd) + slot(Command::kPre)) * g.pseudo_channels;
  double per_cycle =
      std::min({g.banks_per_pseudo_channel() / t(Timing::kRC), ranks * 4 / t(Timing::kFAW), ranks / t(Timing::kRRD_S), 1 / (bursts * t(Timing::kBL))});
  if (command_cycles > 0) per_cycle = std::min(per_cycle, 1 / command_cycles);
  const bool per_bank = device.params().refresh.mode == models::dram::RefreshMode::kPerBank;
  const double refreshing = t(per_bank ? Timing::kRFCpb : Timing::kRFC) / t(Timing::kREFI);
  return per_cycle * 64 * g.channels * g.pseudo_channels * static_cast<double>(device.params().clock_khz) * 1e-6 * (1 - refreshing);
}

}  // namespace ngpcsim::testing_support
