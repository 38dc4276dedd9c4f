// How runs end: done, interrupted, stuck (and who waits for whom), failed, out of time.
#include "sim/kernel/run_control.h"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"
#include "sim/kernel/watchdog.h"
#include "tests/support/child_process.h"

namespace ngpcsim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr ClockDomain kClock(1'000'000);

/// A block that does what the test says, at the edges that the test asks for.
class Actor final : public Block {
 public:
  using Action = std::function<void(Actor&, std::uint64_t)>;
  Actor(const char* name, RunControl& control, Action action, std::string waits = {})
      : Block(name, kClock, control), action_(std::move(action)), waits_(std::move(waits)) {}
  [[nodiscard]] std::string waiting_for() const override { return waits_; }
  void wait_for(std::string what) { waits_ = std::move(what); }
  using Block::control;
  [[nodiscard]] Mailbox<int>& box() { return box_; }

 private:
  void on_edge(std::uint64_t edge) override { action_(*this, edge); }

  Action action_;
  std::string waits_;
  Mailbox<int> box_;
};

/// How a simulation ended, in a process of its own.
std::string outcome(const std::function<std::string(RunControl&)>& simulate) {
  return testing_support::in_child([&]() -> std::string {
    RunControl control;
    try {
      return simulate(control);
    } catch (const InvariantError& error) {
      return std::string("InvariantError: ") + error.what();
    } catch (const InputError& error) {
      return std::string("InputError: ") + error.what();
    } catch (const std::exception& error) {
      return std::string("exception: ") + error.what();
    }
  });
}

TEST(Block, WakesAtEachRequestedEdgeOnce) {
  const std::string log = outcome([](RunControl& control) {
    std::string text;
    Actor actor("actor", control, [&](Actor& self, std::uint64_t edge) {
      text += fmt::format("{}@{} ", edge, sc_core::sc_time_stamp().value());
      if (edge == 2) {
        self.wake_at(9);
        self.wake_at(5);  // earlier than the one before
        self.wake_at(7);  // later: the one before stays
        self.wake_at(5);
      }
      if (edge == 5) self.wake_at(12);
      if (edge == 12) self.control().finish();
    });
    actor.wake_at(2);
    control.run();
    return text;
  });
  EXPECT_EQ(log, "2@2000 5@5000 12@12000 ");  // 1 GHz: 1000 ps an edge
}

TEST(RunControl, EndsWhenDone) {
  EXPECT_EQ(outcome([](RunControl& control) {
              Actor actor("actor", control, [](Actor& self, std::uint64_t) { self.control().finish(); });
              actor.wake_at(3);
              control.run();
              return fmt::format("finished {} interrupted {}", control.finished(), control.interrupted());
            }),
            "finished true interrupted false");
}

TEST(RunControl, EndsWhenInterrupted) {
  EXPECT_EQ(outcome([](RunControl& control) {
              int activations = 0;
              Actor actor("actor", control, [&](Actor& self, std::uint64_t edge) {
                ++activations;
                self.wake_at(edge + 1);
                if (edge == 3) self.control().interrupt();
              });
              actor.wake_at(1);
              control.run();
              return fmt::format("finished {} interrupted {} activations {}", control.finished(), control.interrupted(), activations);
            }),
            "finished false interrupted true activations 3");
}

/// A client asks a server that keeps the request and never answers.
TEST(RunControl, AStuckRunSaysWhoWaitsForWhom) {
  const std::string end = outcome([](RunControl& control) {
    Actor server("server", control, [](Actor& self, std::uint64_t edge) { while (self.box().take(edge)) self.wait_for("an answer from the store of request 7"); });
    Actor idle("idle", control, [](Actor&, std::uint64_t) {});
    Actor client("client", control, [&](Actor& self, std::uint64_t edge) {
      Link(kClock, 0, server, server.box(), 1).send(edge, 7);
      self.wait_for("server to answer request 7");
    });
    client.wake_at(1);
    control.run();
    return std::string("ended");
  });
  EXPECT_THAT(end, StartsWith("InvariantError: the run is stuck"));
  EXPECT_THAT(end, HasSubstr("  client waits for server to answer request 7\n  server waits for an answer from the store of request 7\n"));
  EXPECT_THAT(end, Not(HasSubstr("idle")));
}

TEST(RunControl, ARunWithNothingToDoIsStuck) {
  EXPECT_THAT(outcome([](RunControl& control) {
                Actor actor("actor", control, [](Actor&, std::uint64_t) {});
                control.run();
                return std::string("ended");
              }),
              AllOf(StartsWith("InvariantError: the run is stuck"), HasSubstr("no block waits")));
}

TEST(RunControl, WhatABlockThrowsComesOut) {
  const auto thrown = [](auto error) {
    return outcome([error](RunControl& control) {
      Actor actor("actor", control, [error](Actor&, std::uint64_t) { throw error; });
      actor.wake_at(4);
      control.run();
      return std::string("ended");
    });
  };
  EXPECT_EQ(thrown(std::runtime_error("went wrong")), "exception: went wrong");
  EXPECT_EQ(thrown(InputError({.file = "a.xml", .line = 3}, "bad")), "InputError: a.xml:3: bad");
  EXPECT_EQ(thrown(InvariantError("broken")), "InvariantError: broken");
}

/// Two failures at one edge: the first stands.
TEST(RunControl, TheFirstOfTwoErrorsStands) {
  EXPECT_EQ(outcome([](RunControl& control) {
              Actor actor("actor", control, [](Actor& self, std::uint64_t) {
                self.control().fail(std::make_exception_ptr(std::runtime_error("first")));
                throw std::runtime_error("second");
              });
              actor.wake_at(1);
              control.run();
              return std::string("ended");
            }),
            "exception: first");
}

TEST(Block, RefusesToWakeInThePast) {
  for (const std::uint64_t past : {4u, 5u}) {  // before the present edge, and the present edge itself
    EXPECT_THAT(outcome([past](RunControl& control) {
                  Actor actor("sleeper", control, [past](Actor& self, std::uint64_t) { self.wake_at(past); });
                  actor.wake_at(5);
                  control.run();
                  return std::string("ended");
                }),
                AllOf(StartsWith("InvariantError: sleeper was asked to wake at its edge"), HasSubstr("not after the present time")));
  }
}

/// A block that polls for ever keeps the kernel busy; only the watchdog sees that nothing gets done.
std::string guarded(std::uint64_t done_until, std::uint64_t finish_at) {
  return outcome([=](RunControl& control) {
    std::uint64_t done = 0;
    Actor actor(
        "poller", control,
        [&](Actor& self, std::uint64_t edge) {
          if (edge <= done_until) ++done;
          if (edge == finish_at) return self.control().finish();
          self.wake_at(edge + 10);
        },
        "a flag that nobody sets");
    actor.wake_at(10);
    Watchdog watchdog("watchdog", kClock, control, 100, [&] { return Watchdog::Work{done, true}; });
    control.run();
    return fmt::format("done {}", done);
  });
}

TEST(Watchdog, EndsARunInWhichNothingGetsDone) {
  const std::string end = guarded(250, 100'000);
  EXPECT_THAT(end, StartsWith("InvariantError: the run is stuck: work is pending, but nothing was finished between edges 300 and 400 of 1000000 kHz"));
  EXPECT_THAT(end, HasSubstr("poller waits for a flag that nobody sets"));
}

TEST(Watchdog, LeavesAWorkingRunAlone) { EXPECT_EQ(guarded(100'000, 1000), "done 100"); }

TEST(Watchdog, IdleIsNotStuck) {
  EXPECT_EQ(outcome([](RunControl& control) {
              Actor actor("actor", control, [](Actor& self, std::uint64_t) { self.control().finish(); });
              actor.wake_at(1000);
              Watchdog watchdog("watchdog", kClock, control, 100, [] { return Watchdog::Work{5, false}; });
              control.run();
              return std::string("ended");
            }),
            "ended");
}

}  // namespace
}  // namespace ngpcsim
