// One NFP of either kind before a memory that logs: the same requests at the same edges, and of one edge writes before reads.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/nfp/clocked_nfp.h"
#include "models/nfp/online/compose.h"
#include "models/nfp/run_ahead_nfp.h"
#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"
#include "tests/system/random_chip.h"

namespace ngpcsim {
namespace {

using models::Batch;
using models::BatchDone;
using models::MemoryRequest;
using models::MemoryResponse;

constexpr ClockDomain kClock(1'000'000);

/// Answers every request a fixed number of edges after it became visible.
class LoggingMemory final : public Block {
 public:
  LoggingMemory(RunControl& control, std::uint32_t delay) : Block("memory", kClock, control), delay_(delay) {}
  void connect(Link<MemoryResponse> nfp) { nfp_ = nfp; }
  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override {
    log_ += fmt::format("\n{}:", edge);
    while (const auto request = requests_.take(edge)) {
      log_ += fmt::format(" {}{}@{}+{}", request->access == models::MemoryAccess::kRead ? "r" : "w", request->id, request->address, request->bytes);
      nfp_->send(edge + delay_, {request->access, request->id});
    }
    if (const auto next = requests_.next_edge()) wake_at(*next);
  }

  std::uint32_t delay_;
  std::optional<Link<MemoryResponse>> nfp_;
  Mailbox<MemoryRequest> requests_;
  std::string log_;
};

/// Sends each batch some edges after the one before, and ends the run when all are done.
class Driver final : public Block {
 public:
  Driver(RunControl& control, std::vector<Batch> batches, std::uint32_t gap) : Block("driver", kClock, control), batches_(std::move(batches)), gap_(gap) {
    wake_at(10);
  }
  void connect(Link<Batch> nfp) { nfp_ = nfp; }
  [[nodiscard]] Mailbox<BatchDone>& done() { return done_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return "batches"; }

 private:
  void on_edge(std::uint64_t edge) override {
    while (const auto done = done_.take(edge)) {
      log_ += fmt::format("done {}+{}@{}\n", done->launch, done->count, edge);
      if (++completed_ == batches_.size()) return control().finish();
    }
    if (sent_ < batches_.size() && edge >= 10 + sent_ * gap_) nfp_->send(edge, batches_[sent_++]);
    if (sent_ < batches_.size()) wake_at(std::max(edge + 1, 10 + sent_ * gap_));
    if (const auto next = done_.next_edge()) wake_at(*next);
  }

  std::vector<Batch> batches_;
  std::uint64_t gap_, sent_ = 0, completed_ = 0;
  std::optional<Link<Batch>> nfp_;
  Mailbox<BatchDone> done_;
  std::string log_;
};

std::vector<Batch> batches_of(const RandomChip& c) {
  std::vector<Batch> batches;
  for (const auto& group : c.rounds.groups)
    for (const auto& round : group.rounds)
      batches.push_back({.launch = batches.size(), .queries = &round, .first = 0, .count = static_cast<std::uint32_t>(round.size())});
  return batches;
}

template <class MakeNfp>
std::string requests(const RandomChip& c, std::uint32_t delay, std::uint32_t gap, const MakeNfp& make_nfp) {
  return testing_support::in_child([&] {
    const models::NfpModel model = make_nfp_model(c.setup.chip.nfp, c.setup.encoding, c.setup.network, c.setup.levels, c.setup.where);
    const models::FunctionalNetwork network = make_synthetic_network(c.setup.encoding, c.setup.levels, c.setup.network, c.setup.chip.nfp);
    RunControl control;
    Driver driver(control, batches_of(c), gap);
    LoggingMemory memory(control, delay);
    const std::unique_ptr<models::Nfp> nfp = make_nfp(control, model, network);
    driver.connect(Link(kClock, 0, *nfp, nfp->batches(), 1));
    memory.connect(Link(kClock, 0, *nfp, nfp->responses(), 1));
    nfp->connect(Link(kClock, 0, memory, memory.requests(), 1), Link(kClock, 0, driver, driver.done(), 1));
    control.run();
    return driver.log() + memory.log();
  });
}

std::string requests_ahead(const RandomChip& c, std::uint32_t delay, std::uint32_t gap) {
  return requests(c, delay, gap, [](RunControl& control, const models::NfpModel& model, const models::FunctionalNetwork& /*network*/) {
    return std::make_unique<models::RunAheadNfp>("nfp", kClock, control, NfpId(0), model);
  });
}

std::string requests_clocked(const RandomChip& c, std::uint32_t delay, std::uint32_t gap) {
  return requests(c, delay, gap, [](RunControl& control, const models::NfpModel& model, const models::FunctionalNetwork& network) {
    return std::make_unique<models::ClockedNfp>("nfp", kClock, control, NfpId(0), model, models::online::compose(model, &network), network);
  });
}

/// Lines of one edge that have both kinds; `wrong` of them have a read before a write.
struct SharedEdges {
  int all = 0, wrong = 0;
};
SharedEdges shared_edges(const std::string& log) {
  SharedEdges shared;
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    const std::string line = log.substr(begin, end - begin);
    const std::size_t read = line.find(" r"), write = line.rfind(" w");
    if (read != std::string::npos && write != std::string::npos) {
      ++shared.all;
      shared.wrong += read < write ? 1 : 0;
    }
    begin = end + 1;
  }
  return shared;
}

TEST(NfpRequests, AreThoseOfTheOtherKindOfNfpAndWritesGoFirst) {
  SharedEdges shared;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng(seed);
    const RandomChip c = seed % 2 == 0 ? random_chip(rng) : random_quick_chip(rng);
    if (batches_of(c).empty()) continue;
    const std::uint32_t delay = 1 + rng.below(8), gap = rng.below(2) * rng.below(600);
    const std::string ahead = requests_ahead(c, delay, gap);
    ASSERT_EQ(requests_clocked(c, delay, gap), ahead) << "seed " << seed;
    const SharedEdges here = shared_edges(ahead);
    shared.all += here.all;
    shared.wrong += here.wrong;
  }
  EXPECT_GT(shared.all, 40);
  EXPECT_EQ(shared.wrong, 0);
}

}  // namespace
}  // namespace ngpcsim
