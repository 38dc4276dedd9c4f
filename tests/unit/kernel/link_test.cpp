// Links and crossings: tokens arrive where docs/timing.md, section 4, says, and blocks see them in order.
#include "sim/kernel/link.h"

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/kernel/run_control.h"
#include "tests/support/child_process.h"

namespace ngpcsim {
namespace {

using testing_support::in_child;

/// Sends the numbers 0, 1, ... at the given edges of its clock.
class Sender final : public Block {
 public:
  Sender(const char* name, ClockDomain clock, RunControl& control, std::vector<std::uint64_t> edges) : Block(name, clock, control), edges_(std::move(edges)) {
    wake_at(edges_.front());
  }
  void connect(Link<int> to) { to_ = to; }
  [[nodiscard]] std::string waiting_for() const override { return {}; }

 private:
  void on_edge(std::uint64_t edge) override {
    for (; sent_ < edges_.size() && edges_[sent_] == edge; ++sent_) to_->send(edge, static_cast<int>(sent_));
    if (sent_ < edges_.size()) wake_at(edges_[sent_]);
  }

  std::vector<std::uint64_t> edges_;
  std::optional<Link<int>> to_;
  std::size_t sent_ = 0;
};

/// Logs every token with its edge, and ends the run after `expected` of them.
class Receiver final : public Block {
 public:
  Receiver(const char* name, ClockDomain clock, RunControl& control, std::size_t expected) : Block(name, clock, control), expected_(expected) {}
  [[nodiscard]] Mailbox<int>& box() { return box_; }
  [[nodiscard]] const std::string& log() const { return log_; }
  [[nodiscard]] std::string waiting_for() const override { return "tokens"; }

 private:
  void on_edge(std::uint64_t edge) override {
    while (const auto token = box_.take(edge)) {
      log_ += fmt::format("{}@{} ", *token, edge);
      ++seen_;
    }
    if (const auto next = box_.next_edge()) wake_at(*next);
    if (seen_ == expected_) control().finish();
  }

  Mailbox<int> box_;
  std::string log_;
  std::size_t expected_, seen_ = 0;
};

std::string received(ClockDomain from, ClockDomain to, std::uint32_t delay, const std::vector<std::uint64_t>& edges) {
  return in_child([&] {
    RunControl control;
    Sender sender("sender", from, control, edges);
    Receiver receiver("receiver", to, control, edges.size());
    sender.connect(Link(from, 0, receiver, receiver.box(), delay));
    control.run();
    return receiver.log();
  });
}

TEST(Link, WithinADomainTakesItsDelay) {
  constexpr ClockDomain clock(1'500'000);
  EXPECT_EQ(received(clock, clock, 1, {0, 1, 5, 5}), "0@1 1@2 2@6 3@6 ");
  EXPECT_EQ(received(clock, clock, 8, {0, 3}), "0@8 1@11 ");
}

/// 1.5 to 1.2 GHz: edge n lies at 0.8 n receiver edges, rounded up, plus 2.
TEST(Link, CrossesToASlowerClock) { EXPECT_EQ(received(ClockDomain(1'500'000), ClockDomain(1'200'000), 2, {0, 1, 2, 5, 6}), "0@2 1@3 2@4 3@6 4@7 "); }

/// 1.2 to 1.5 GHz: 1.25 n, rounded up, plus 1.
TEST(Link, CrossesToAFasterClock) { EXPECT_EQ(received(ClockDomain(1'200'000), ClockDomain(1'500'000), 1, {0, 1, 3, 4}), "0@1 1@3 2@5 3@6 "); }

/// Two senders whose tokens become visible at one edge: the lower source first, whichever block was built or activated first.
std::string received_from_two(bool swapped) {
  return in_child([swapped] {
    constexpr ClockDomain clock(1'000'000);
    RunControl control;
    Receiver receiver("receiver", clock, control, 4);
    Sender a("a", clock, control, {3, 4}), b("b", clock, control, {3, 4});
    Sender &low = swapped ? b : a, &high = swapped ? a : b;
    low.connect(Link(clock, 1, receiver, receiver.box(), 2));
    high.connect(Link(clock, 2, receiver, receiver.box(), 1));  // one edge faster: overtakes nobody of its own edge
    control.run();
    return receiver.log();
  });
}

TEST(Link, TiesGoToTheLowerSource) {
  // Visible: source 1 at 5 and 6, source 2 at 4 and 5. At edge 5 source 1's token 0 comes before source 2's token 1.
  EXPECT_EQ(received_from_two(false), "0@4 0@5 1@5 1@6 ");
  EXPECT_EQ(received_from_two(true), received_from_two(false));
}

}  // namespace
}  // namespace ngpcsim
