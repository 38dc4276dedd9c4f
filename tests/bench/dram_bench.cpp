/// Requests a second of the DRAM model, in units of a yardstick that makes machines comparable: one core, CPU time, medians.
///
///   ngpcsim_dram_bench [DEVICE FILE] [--requests N] [--rounds N] [--out FILE]
///
/// The yardstick is a binary heap of 64 pending events: pop the earliest, push a later one. A unit is one request per event of it. The streams are 64-byte
/// reads, all available at once: random over 1 GiB, and sequential.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/dram/device_file.h"
#include "models/dram/dram.h"

namespace ngpcsim::bench {
namespace {

double cpu_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// xorshift64* (Vigna 2016).
class Random {
 public:
  std::uint64_t next() {
    x_ ^= x_ >> 12;
    x_ ^= x_ << 25;
    x_ ^= x_ >> 27;
    return x_ * 0x2545F4914F6CDD1Dull;
  }

 private:
  std::uint64_t x_ = 0x9E3779B97F4A7C15ull;
};

double yardstick(std::uint64_t& checksum) {
  Random random;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> pending;
  for (int i = 0; i < 64; ++i) pending.push(random.next() & 1023);
  constexpr std::uint64_t kEvents = 5'000'000;
  const double begin = cpu_seconds();
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const std::uint64_t now = pending.top();
    pending.pop();
    checksum += now;
    pending.push(now + 1 + (random.next() >> 54));
  }
  return static_cast<double>(kEvents) / (cpu_seconds() - begin);
}

struct Measured {
  double requests_per_s = 0, gb_s = 0;
};

Measured stream(const models::dram::Device& device, std::uint64_t requests, bool random) {
  constexpr std::uint32_t kBytes = 64;
  Random numbers;
  models::dram::Dram dram(device);
  const std::uint64_t blocks = device.geometry().capacity() / kBytes;
  const double begin = cpu_seconds();
  std::uint64_t answered = 0;
  for (std::uint64_t i = 0; i < requests; ++i) {
    const std::uint64_t block = random ? numbers.next() >> 40 : i;
    dram.enter({.write = false, .address = block % blocks * kBytes, .bytes = kBytes, .id = i}, 0);
    answered += dram.answers().size();
    dram.answers().clear();
  }
  const std::uint64_t end = dram.drain();
  answered += dram.answers().size();
  const double seconds = cpu_seconds() - begin;
  dram.finish(end);
  if (answered != requests) throw InvariantError(fmt::format("{} requests, {} answers", requests, answered));
  const double gb_s = static_cast<double>(requests * kBytes) * static_cast<double>(device.params().clock_khz) / static_cast<double>(end) * 1e-6;
  return {static_cast<double>(requests) / seconds, gb_s};
}

int run(int argc, char** argv) {
  std::string file = NGPCSIM_SOURCE_DIR "/configs/dram/ddr4-2400.xml", out;
  std::uint64_t requests = 1'000'000;
  int rounds = 5;
  CLI::App app("Speed of the DRAM model", "ngpcsim_dram_bench");
  app.add_option("DEVICE", file, "Device file")->capture_default_str();
  app.add_option("--requests", requests, "Requests of a stream")->check(CLI::Range(1, 100000000))->capture_default_str();
  app.add_option("--rounds", rounds, "Times that everything is measured")->check(CLI::Range(1, 100))->capture_default_str();
  app.add_option("--out", out, "JSON file");
  CLI11_PARSE(app, argc, argv);

  const models::dram::DeviceFile loaded = models::dram::load_device(file, {}, {});
  const models::dram::Device device(loaded.params, [&loaded](std::string_view path) { return loaded.where(path); });
  std::uint64_t checksum = 0;
  std::vector<double> units;
  nlohmann::ordered_json json;
  std::vector<double> rates[2];
  double gb_s[2] = {};
  for (int round = 0; round < rounds; ++round) {
    units.push_back(yardstick(checksum));
    for (const bool random : {true, false}) {
      const Measured measured = stream(device, requests, random);
      rates[random ? 0 : 1].push_back(measured.requests_per_s);
      gb_s[random ? 0 : 1] = measured.gb_s;
    }
  }
  const double unit = median(units);
  std::cout << fmt::format("yardstick   {:.3g} events/s (checksum {})\n", unit, checksum);
  json["yardstick_events_per_s"] = unit;
  for (const int i : {0, 1}) {
    const char* name = i == 0 ? "random" : "sequential";
    const double rate = median(rates[i]);
    std::cout << fmt::format("{:<11} {:.3g} requests/s   {:.4f} units   {:.3f} GB/s simulated\n", name, rate, rate / unit, gb_s[i]);
    json[name] = {{"requests_per_s", rate}, {"units", rate / unit}, {"simulated_gb_s", gb_s[i]}};
  }
  if (!out.empty()) std::ofstream(out) << json.dump(2) << '\n';
  return 0;
}

}  // namespace
}  // namespace ngpcsim::bench

int main(int argc, char** argv) {
  try {
    return ngpcsim::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "ngpcsim_dram_bench: " << error.what() << '\n';
    return 2;
  }
}
