// The loader of tables and weights before a memory that logs: bytes, bursts, windows, copies.
#include "models/dma/table_loader.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"

namespace ngpcsim::models {
namespace {

constexpr ClockDomain kClock(1'000'000);

/// Answers every request a fixed number of edges after it became visible.
class LoggingMemory final : public Block {
 public:
  LoggingMemory(RunControl& control, std::uint32_t delay) : Block("memory", kClock, control), delay_(delay) {}
  void connect(Link<MemoryResponse> loader) { loader_ = loader; }
  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override {
    while (const auto request = requests_.take(edge)) {
      log_ += fmt::format("{}@{}+{} ", edge, request->address, request->bytes);
      loader_->send(edge + delay_, {request->access, request->id});
    }
    if (const auto next = requests_.next_edge()) wake_at(*next);
  }

  std::uint32_t delay_;
  std::optional<Link<MemoryResponse>> loader_;
  Mailbox<MemoryRequest> requests_;
  std::string log_;
};

/// Asks for the tables at edge 10, and again when they are there until `loads` loads are done.
class Scheduler final : public Block {
 public:
  Scheduler(RunControl& control, int loads) : Block("scheduler", kClock, control), left_(loads) { wake_at(10); }
  void connect(Link<LoadTables> loader) { loader_ = loader; }
  [[nodiscard]] Mailbox<TablesLoaded>& loaded() { return loaded_; }
  [[nodiscard]] std::uint64_t done_edge() const { return done_edge_; }
  [[nodiscard]] std::string waiting_for() const override { return "tables"; }

 private:
  void on_edge(std::uint64_t edge) override {
    if (loaded_.take(edge)) {
      done_edge_ = edge;
      if (--left_ == 0) return control().finish();
    }
    loader_->send(edge, {});
  }

  std::optional<Link<LoadTables>> loader_;
  Mailbox<TablesLoaded> loaded_;
  int left_;
  std::uint64_t done_edge_ = 0;
};

std::string loaded(const TableLoadPlan& plan, std::uint32_t delay, int loads = 1) {
  return testing_support::in_child([&] {
    RunControl control;
    Scheduler scheduler(control, loads);
    LoggingMemory memory(control, delay);
    TableLoader loader("loader", kClock, control, SourceId(0), plan);
    scheduler.connect(Link(kClock, 0, loader, loader.commands(), 1));
    memory.connect(Link(kClock, 0, loader, loader.responses(), 1));
    loader.connect(Link(kClock, 0, memory, memory.requests(), 1), Link(kClock, 0, scheduler, scheduler.loaded(), 1));
    control.run();
    return fmt::format("{}done@{} bytes {} loads {}", memory.log(), scheduler.done_edge(), loader.bytes_read(), loader.loads());
  });
}

/// Commanded at 10, visible at 11; requests sent at 11, 12, 13 are visible one edge later; 1000 B are 400 + 400 + 200. The last is visible at 14,
/// answered at 14 + 20, visible to the loader at 35, reported at 36.
TEST(TableLoader, CutsIntoBurstsWithAShortLast) {
  EXPECT_EQ(loaded({.bytes = 1000, .copies = 1, .burst_bytes = 400, .window = 8}, 20), "12@0+400 13@400+400 14@800+200 done@36 bytes 1000 loads 1");
}

/// A window of 2: the third request waits for the first answer, visible at 12 + 20 + 1 = 33, and is seen by the memory at 34.
TEST(TableLoader, KeepsItsWindow) {
  EXPECT_EQ(loaded({.bytes = 1000, .copies = 1, .burst_bytes = 400, .window = 2}, 20), "12@0+400 13@400+400 34@800+200 done@56 bytes 1000 loads 1");
}

/// Unicast to two NFPs reads everything twice, each copy from its beginning and with its own short burst.
TEST(TableLoader, UnicastReadsOneCopyPerNfp) {
  EXPECT_EQ(loaded({.bytes = 500, .copies = 2, .burst_bytes = 400, .window = 8}, 20), "12@0+400 13@400+100 14@0+400 15@400+100 done@37 bytes 1000 loads 1");
}

TEST(TableLoader, LoadsAgain) {
  EXPECT_EQ(loaded({.bytes = 64, .copies = 1, .burst_bytes = 64, .window = 1}, 5, 2), "12@0+64 21@0+64 done@28 bytes 128 loads 2");
}

}  // namespace
}  // namespace ngpcsim::models
