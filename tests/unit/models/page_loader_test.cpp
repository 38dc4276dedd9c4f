// The loader of pages between two NFPs that ask and a memory that logs.
#include "models/dma/page_loader.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"

namespace ngpcsim::models {
namespace {

constexpr ClockDomain kPageClock(1'000'000);

/// Answers the last request of a load a fixed number of edges after it became visible.
class PageMemory final : public Block {
 public:
  PageMemory(RunControl& control, std::uint32_t delay) : Block("memory", kPageClock, control), delay_(delay) {}
  void connect(Link<MemoryResponse> port) { ports_.push_back(port); }
  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override {
    while (const auto request = requests_.take(edge)) {
      log_ += fmt::format("{}:{}@{}+{} ", request->source.value(), edge, request->address, request->bytes);
      if (request->wants_answer) ports_[request->source.value()].send(edge + delay_, {request->access, request->id});
    }
    if (const auto next = requests_.next_edge()) wake_at(*next);
  }

  std::uint32_t delay_;
  std::vector<Link<MemoryResponse>> ports_;
  Mailbox<MemoryRequest> requests_;
  std::string log_;
};

/// Asks at given edges, and logs what comes.
class AskingNfp final : public Block {
 public:
  AskingNfp(RunControl& control, std::uint32_t number, std::vector<std::pair<std::uint64_t, PageAsk>> asks)
      : Block(fmt::format("nfp_{}", number).c_str(), kPageClock, control), number_(number), asks_(std::move(asks)) {
    wake_at(0);
  }
  void connect(Link<PageAsk> loader) { loader_ = loader; }
  [[nodiscard]] Mailbox<PageLoaded>& pages() { return pages_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override {
    for (auto& [at, ask] : std::exchange(asks_, {})) {
      ask.nfp = NfpId(number_);
      loader_->send(at, ask);
    }
    while (const auto page = pages_.take(edge)) log_ += fmt::format("nfp_{} {}/{}@{} ", number_, page->lane, page->use, edge);
    if (const auto next = pages_.next_edge()) wake_at(*next);
  }

  std::uint32_t number_;
  std::vector<std::pair<std::uint64_t, PageAsk>> asks_;
  std::optional<Link<PageAsk>> loader_;
  Mailbox<PageLoaded> pages_;
  std::string log_;
};

class Clock final : public Block {
 public:
  explicit Clock(RunControl& control) : Block("clock", kPageClock, control) { wake_at(1000); }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t) override { control().finish(); }
};

using Asks = std::vector<std::pair<std::uint64_t, PageAsk>>;

std::string pages_of(PageLoaderPlan plan, const std::array<Asks, 2>& asks) {
  return testing_support::in_child([&] {
    plan.nfps = 2;
    plan.burst_bytes = 400;
    RunControl control;
    Clock clock(control);
    PageMemory memory(control, 20);
    PageLoader loader("loader", kPageClock, control, plan);
    std::array<std::unique_ptr<AskingNfp>, 2> nfps;
    for (std::uint32_t n = 0; n < 2; ++n) {
      nfps[n] = std::make_unique<AskingNfp>(control, n, asks[n]);
      nfps[n]->connect(Link(kPageClock, n, loader, loader.asks(), 1));
      memory.connect(Link(kPageClock, n, loader, loader.responses(), 1));
      loader.connect_memory(SourceId(n), Link(kPageClock, n, memory, memory.requests(), 1));
      loader.connect_nfp(Link(kPageClock, 0, *nfps[n], nfps[n]->pages(), 1));
    }
    control.run();
    return fmt::format("{}| {}{}| loads {} read {} delivered {}", memory.log(), nfps[0]->log(), nfps[1]->log(), loader.loads(), loader.bytes_read(), loader.bytes_delivered());
  });
}

PageAsk ask(std::uint32_t lane, std::uint32_t page, std::uint64_t use) { return {.nfp = {}, .lane = lane, .page = page, .use = use, .address = 1000 * page, .bytes = 1000}; }

/// Asked at 10, visible at 11: requests sent at 11, 12, 13 are visible an edge later. The last, seen at 14, is answered at 34, visible to the loader at 35, the page to the NFP at
/// 36. Lane 1 is asked for at port 1.
TEST(PageLoader, ReadsAPageInBurstsWithAShortLast) {
  EXPECT_EQ(pages_of({.multicast = true, .wait_cycles = 0}, {Asks{{10, ask(0, 2, 7)}}, {}}), "0:12@2000+400 0:13@2400+400 0:14@2800+200 | nfp_0 0/7@36 | loads 1 read 1000 delivered 1000");
  EXPECT_EQ(pages_of({.multicast = true, .wait_cycles = 0}, {Asks{{10, ask(1, 2, 7)}}, {}}), "1:12@2000+400 1:13@2400+400 1:14@2800+200 | nfp_0 1/7@36 | loads 1 read 1000 delivered 1000");
}

/// With unicast each NFP has its port.
TEST(PageLoader, UnicastReadsForEachNfp) {
  EXPECT_EQ(pages_of({.multicast = false}, {Asks{{10, ask(0, 2, 7)}}, Asks{{10, ask(0, 2, 9)}}}),
            "0:12@2000+400 1:12@2000+400 0:13@2400+400 1:13@2400+400 0:14@2800+200 1:14@2800+200 | nfp_0 0/7@36 nfp_1 0/9@36 | loads 2 read 2000 delivered 2000");
}

/// The second ask is visible at 31 = 11 + 20. With a wait of 30 it joins, and since all have, the load begins at once; with 20 it joins in the last edge; with 19 the load has begun at 30, and the
/// other one waits for its own 19 edges.
TEST(PageLoader, AnAskJoinsALoadThatWaits) {
  const std::array<Asks, 2> asks{Asks{{10, ask(0, 0, 1)}}, Asks{{30, ask(0, 0, 2)}}};
  for (const std::uint32_t wait : {30u, 20u})
    EXPECT_EQ(pages_of({.multicast = true, .wait_cycles = wait}, asks), "0:32@0+400 0:33@400+400 0:34@800+200 | nfp_0 0/1@56 nfp_1 0/2@56 | loads 1 read 1000 delivered 2000");
  EXPECT_EQ(pages_of({.multicast = true, .wait_cycles = 19}, asks),
            "0:31@0+400 0:32@400+400 0:33@800+200 0:51@0+400 0:52@400+400 0:53@800+200 | nfp_0 0/1@55 nfp_1 0/2@75 | loads 2 read 2000 delivered 2000");
}

/// One load at a time: the second page of lane 0 waits for the answer of the first, visible at 35; an ask that comes meanwhile joins it without a wait.
TEST(PageLoader, ALoadInTheQueueIsJoined) {
  EXPECT_EQ(pages_of({.multicast = true, .loads_in_flight = 1, .wait_cycles = 0}, {Asks{{10, ask(0, 0, 1)}, {10, ask(0, 1, 2)}}, Asks{{20, ask(0, 1, 3)}}}),
            "0:12@0+400 0:13@400+400 0:14@800+200 0:36@1000+400 0:37@1400+400 0:38@1800+200 | nfp_0 0/1@36 nfp_0 0/2@60 nfp_1 0/3@60 | loads 2 read 2000 delivered 3000");
}

}  // namespace
}  // namespace ngpcsim::models
