#include "workloads/trace/chunk_pipe.h"

#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ngpcsim::workloads::trace {
namespace {

using std::chrono::microseconds;

RawChunk chunk_of(const std::string& raw) { return {"TEST", static_cast<std::uint32_t>(raw.size()), raw, raw.size() / 2}; }

/// A fast giver and a slow taker, and the other way round: every chunk as it was when it was given, in order.
TEST(ChunkPipe, ChunksArriveWholeAndInOrder) {
  for (const auto& [give_pause, take_pause] : {std::pair{microseconds(0), microseconds(200)}, {microseconds(200), microseconds(0)}, {microseconds(0), microseconds(0)}}) {
    std::vector<std::string> given, taken;
    ChunkPipe pipe([&, pause = take_pause](const RawChunk& chunk) {
      std::this_thread::sleep_for(pause);
      EXPECT_EQ(chunk.tag, "TEST");
      EXPECT_EQ(chunk.items, chunk.raw.size());
      EXPECT_EQ(chunk.noise_bytes, chunk.raw.size() / 2);
      taken.emplace_back(chunk.raw);
    });
    for (std::size_t i = 0; i < 200; ++i) {
      std::string raw(i * 37 % 101, static_cast<char>(i));
      given.push_back(raw);
      pipe.give(chunk_of(raw));
      raw.assign(raw.size(), '!');
      std::this_thread::sleep_for(give_pause);
    }
    pipe.drain();
    EXPECT_EQ(taken, given);
    pipe.drain();
  }
}

/// The chunk before the third fails; none behind it is taken, and every call says so.
TEST(ChunkPipe, AnErrorComesOutOfTheNextCallsAndEndsIt) {
  for (const bool drains_first : {false, true}) {
    int taken = 0;
    ChunkPipe pipe([&](const RawChunk&) {
      if (++taken == 3) throw std::runtime_error("the disk is full");
    });
    const auto message = [](const auto& action) {
      try {
        action();
      } catch (const std::runtime_error& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    if (drains_first) {
      for (int i = 0; i < 3; ++i) pipe.give(chunk_of("x"));
      EXPECT_EQ(message([&] { pipe.drain(); }), "the disk is full");
    }
    EXPECT_EQ(message([&] { for (int i = 0; i < 10; ++i) pipe.give(chunk_of("x")); }), "the disk is full");
    EXPECT_EQ(message([&] { pipe.drain(); }), "the disk is full");
    EXPECT_EQ(message([&] { pipe.give(chunk_of("x")); }), "the disk is full");
    EXPECT_EQ(taken, 3);
  }
}

/// It ends with the chunk that is being taken: those that wait are dropped.
TEST(ChunkPipe, GoesWithoutTakingWhatWaits) {
  int taken = 0;
  {
    std::latch begun(1);
    ChunkPipe pipe([&](const RawChunk&) {
      if (++taken == 1) begun.count_down();
      std::this_thread::sleep_for(microseconds(200'000));
    });
    for (int i = 0; i < 3; ++i) pipe.give(chunk_of("x"));
    begun.wait();
  }
  EXPECT_LT(taken, 3);  // 1, unless this thread did not run for as long as a chunk takes
  const ChunkPipe unused([](const RawChunk&) {});
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
