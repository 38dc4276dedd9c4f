#include "tests/dram_checker/test_support.h"

#include <algorithm>

#include <fmt/format.h>

#include "tests/dram_checker/address_map.h"
#include "tests/dram_checker/bank_check.h"
#include "tests/dram_checker/rule_check.h"

namespace ngpcsim::dram_checker {
namespace {

namespace fs = std::filesystem;

const fs::path kConfigs = fs::path(NGPCSIM_SOURCE_DIR) / "configs/dram";
const fs::path kOwn = fs::path(NGPCSIM_SOURCE_DIR) / "tests/dram_checker/devices";

}  // namespace

std::vector<fs::path> device_files() {
  std::vector<fs::path> files{kOwn / "mixed.xml"};
  for (const fs::directory_entry& entry : fs::directory_iterator(kConfigs)) {
    if (entry.path().extension() == ".xml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Device load_device(const std::string& name, const std::vector<std::string>& assignments) {
  const fs::path own = kOwn / (name + ".xml");
  DeviceFile file = DeviceFile::read(fs::exists(own) ? own : kConfigs / (name + ".xml"));
  for (const std::string& assignment : assignments) file.set(assignment);
  return make_device(file);
}

Report check_commands(const Device& device, std::vector<Command> commands, const std::vector<Request>* requests, Totals* totals) {
  Report report;
  Checker checker(device, requests, report);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    commands[i].line = i + 2;
    checker.take(commands[i]);
  }
  const Totals found = checker.finish();
  if (totals != nullptr) *totals = found;
  return report;
}

std::string broken(const Report& report) {
  std::string text;
  for (const auto& [rule, count] : report.counts()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", rule, count);
  return text;
}

std::vector<Command> serve_in_turn(const Device& device, const std::vector<Request>& requests) {
  const AddressMap map(device.geometry, device.mapping, device.bank_hash);
  RuleCheck rules(device);
  BankCheck banks(device.geometry);
  Report ignored;
  std::vector<std::uint64_t> rows(device.geometry.channels * device.geometry.ranks_per_channel() * device.geometry.banks_per_rank());
  std::vector<Command> commands;
  std::uint64_t now = 0;
  const auto issue = [&](Command command, Kind kind) {
    command.kind = kind;
    command.line = commands.size() + 2;
    command.cycle = now = std::max(now, rules.earliest(command));
    rules.remember(command);
    banks.take(command, ignored);
    commands.push_back(command);
  };
  const std::uint64_t bytes = device.geometry.burst_bytes();
  for (std::size_t r = 0; r < requests.size(); ++r) {
    const Request& request = requests[r];
    now = std::max(now, request.cycle + 1);
    for (std::uint64_t block = request.address / bytes; block <= (request.address + request.bytes - 1) / bytes; ++block) {
      Command place = map.location(block * bytes);
      place.request = r;
      std::uint64_t& row = rows[device.geometry.bank_number(place)];
      if (banks.is_open(place) && row != place.row) issue(place, Kind::kPre);
      if (!banks.is_open(place)) issue(place, Kind::kAct);
      row = place.row;
      issue(place, request.write ? Kind::kWr : Kind::kRd);
    }
  }
  return commands;
}

}  // namespace ngpcsim::dram_checker
