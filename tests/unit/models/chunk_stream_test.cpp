// The bookkeeping of an NFP's DMA against the sentences of docs/timing.md, section 3, and a hand-worked table.
#include "models/dma/chunk_stream.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

struct Plan {
  DmaParams dma;
  std::vector<std::uint32_t> batches;    ///< queries
  std::vector<std::uint64_t> visible;    ///< edge of each batch
  std::vector<std::uint64_t> read_time;  ///< by chunk: from the read to its data
  std::vector<std::uint64_t> run_time;   ///< from the first offer to the last accept
  std::vector<std::uint64_t> write_time; ///< from the last accept to the acknowledgement
};

struct Times {
  std::vector<std::uint64_t> read, offer, count;
  std::vector<bool> ends_batch;
  std::vector<std::uint64_t> batch_done;  ///< in the order in which they became whole: number of the chunk whose write was the last
  friend bool operator==(const Times&, const Times&) = default;
};

/// Chunk by chunk with the whole history at hand.
Times by_sentences(const Plan& plan) {
  Times t;
  std::vector<std::uint64_t> last_accept, written;
  for (std::size_t b = 0; b < plan.batches.size(); ++b) {
    for (std::uint32_t left = plan.batches[b]; left > 0;) {
      const std::size_t c = t.read.size();
      const std::uint32_t count = std::min(left, plan.dma.chunk_queries);
      left -= count;
      std::uint64_t read = plan.visible[b];
      if (c > 0) read = std::max(read, t.read[c - 1] + 1);
      if (c >= plan.dma.input_chunks) read = std::max(read, last_accept[c - plan.dma.input_chunks] + 1);
      std::uint64_t offer = read + plan.read_time[c];
      if (c >= plan.dma.output_chunks) offer = std::max(offer, written[c - plan.dma.output_chunks] + 1);
      const std::uint64_t begin = c > 0 ? std::max(offer, last_accept[c - 1] + 1) : offer;
      last_accept.push_back(begin + plan.run_time[c]);
      written.push_back(last_accept[c] + plan.write_time[c]);
      t.read.push_back(read);
      t.offer.push_back(offer);
      t.count.push_back(count);
      t.ends_batch.push_back(left == 0);
      if (left == 0) t.batch_done.push_back(c);
    }
  }
  return t;
}

/// Drives the stream: events are told in order of their edges, as in the chip. Writes are acknowledged in order when write times are equal.
Times by_stream(const Plan& plan) {
  struct Event {
    std::uint64_t edge, id;
    int kind;  ///< 0 batch visible, 1 data, 2 acknowledgement
  };
  ChunkStream stream(plan.dma);
  std::vector<Event> events;
  for (std::size_t b = 0; b < plan.batches.size(); ++b) events.push_back({plan.visible[b], b, 0});
  Times t;
  std::uint64_t next_accept = 0;
  const auto earlier = [](const Event& a, const Event& b) { return a.edge != b.edge ? a.edge < b.edge : a.id < b.id; };
  const auto send_reads = [&] {
    while (const auto read = stream.take_read()) {
      t.read.push_back(read->edge);
      events.push_back({read->edge + plan.read_time[read->chunk.id], read->chunk.id, 1});
    }
  };
  while (!events.empty()) {
    const auto next = std::min_element(events.begin(), events.end(), earlier);
    const Event event = *next;
    events.erase(next);
    if (event.kind == 0) stream.add({.launch = event.id, .count = plan.batches[event.id]}, event.edge);
    if (event.kind == 1) stream.arrived(event.id, event.edge);
    if (event.kind == 2 && stream.written(event.id, event.edge)) t.batch_done.push_back(event.id);
    send_reads();
    while (const auto run = stream.take_run()) {
      const std::uint64_t id = run->chunk.id;
      t.offer.push_back(run->edge);
      t.count.push_back(run->chunk.count);
      t.ends_batch.push_back(run->chunk.ends_batch);
      const std::uint64_t last = std::max(run->edge, next_accept) + plan.run_time[id];
      next_accept = last + 1;
      stream.ran(id, last);
      EXPECT_EQ(stream.take_popped().id, id);
      events.push_back({last + plan.write_time[id], id, 2});
      send_reads();
    }
  }
  return t;
}

Plan random_plan(Rng& rng) {
  Plan plan;
  plan.dma = {.chunk_queries = 8 + rng.below(20), .input_chunks = 1 + rng.below(4), .output_chunks = 1 + rng.below(4)};
  std::uint64_t edge = 0;
  std::size_t chunks = 0;
  for (std::uint32_t b = 0, count = 1 + rng.below(6); b < count; ++b) {
    plan.batches.push_back(1 + rng.below(100));
    plan.visible.push_back(edge += rng.below(120));
    chunks += (plan.batches[b] + plan.dma.chunk_queries - 1) / plan.dma.chunk_queries;
  }
  const std::uint64_t write = 1 + rng.below(60);  // equal for all: acknowledgements come in order
  for (std::size_t c = 0; c < chunks; ++c) {
    plan.read_time.push_back(2 + rng.below(60));
    plan.run_time.push_back(rng.below(40));
    plan.write_time.push_back(write);
  }
  return plan;
}

TEST(ChunkStream, EqualsTheSentences) {
  Rng rng(17);
  for (int n = 0; n < 5000; ++n) {
    const Plan plan = random_plan(rng);
    ASSERT_EQ(by_stream(plan), by_sentences(plan)) << "case " << n;
  }
}

/// One batch of 20 queries in chunks of 8, 8, 4; one input and one output buffer; data after 10 edges, a query accepted per edge, written
/// 30 edges after the last accept. Visible at 5:
/// read 5; offered 15, last accept 22, written 52; read 23, data 33, offered max(33, 53) = 53, last 60, written 90;
/// read 61, data 71, offered 91.
TEST(ChunkStream, WorkedWithSingleBuffers) {
  const Plan plan{.dma = {.chunk_queries = 8, .input_chunks = 1, .output_chunks = 1},
                  .batches = {20},
                  .visible = {5},
                  .read_time = {10, 10, 10},
                  .run_time = {7, 7, 3},
                  .write_time = {30, 30, 30}};
  const Times times = by_stream(plan);
  EXPECT_EQ(times.read, (std::vector<std::uint64_t>{5, 23, 61}));
  EXPECT_EQ(times.offer, (std::vector<std::uint64_t>{15, 53, 91}));
  EXPECT_EQ(times.count, (std::vector<std::uint64_t>{8, 8, 4}));
  EXPECT_EQ(times.ends_batch, (std::vector<bool>{false, false, true}));
}

/// With two buffers each: reads at 5 and 6 (one per edge), the third when chunk 0 has been accepted (22): 23.
TEST(ChunkStream, WorkedWithTwoBuffers) {
  const Plan plan{.dma = {.chunk_queries = 8, .input_chunks = 2, .output_chunks = 2},
                  .batches = {20},
                  .visible = {5},
                  .read_time = {10, 10, 10},
                  .run_time = {7, 7, 3},
                  .write_time = {30, 30, 30}};
  const Times times = by_stream(plan);
  EXPECT_EQ(times.read, (std::vector<std::uint64_t>{5, 6, 23}));
  EXPECT_EQ(times.offer, (std::vector<std::uint64_t>{15, 16, 53}));  // data at 33, output buffer of chunk 0 free at 52 + 1
}

TEST(ChunkStream, ChunksPointIntoTheirLaunch) {
  ChunkStream stream({.chunk_queries = 8, .input_chunks = 4, .output_chunks = 4});
  stream.add({.launch = 3, .first = 100, .count = 19}, 0);
  stream.add({.launch = 4, .first = 0, .count = 8}, 0);
  std::vector<std::uint64_t> first;
  while (const auto read = stream.take_read()) first.push_back(read->chunk.first);
  EXPECT_EQ(first, (std::vector<std::uint64_t>{100, 108, 116, 0}));
  EXPECT_EQ(stream.unread(), 4u);
  EXPECT_EQ(stream.chunk(2).count, 3u);
  EXPECT_TRUE(stream.chunk(2).ends_batch);
  EXPECT_EQ(stream.chunk(3).batch.launch, 4u);
}

/// Data may come out of order; chunks run in order.
TEST(ChunkStream, RunsInOrder) {
  ChunkStream stream({.chunk_queries = 8, .input_chunks = 4, .output_chunks = 4});
  stream.add({.count = 16}, 0);
  while (stream.take_read()) {}
  stream.arrived(1, 20);
  EXPECT_FALSE(stream.take_run());
  stream.arrived(0, 30);
  EXPECT_EQ(stream.take_run()->edge, 30u);
  EXPECT_EQ(stream.take_run()->edge, 20u);  // the pipeline offers it after the chunk before
  EXPECT_EQ(stream.unwritten(), 2u);
}

TEST(ChunkStream, RefusesUnknownChunks) {
  ChunkStream stream({.chunk_queries = 8, .input_chunks = 1, .output_chunks = 1});
  EXPECT_THROW(stream.arrived(0, 5), InvariantError);
  stream.add({.count = 8}, 0);
  EXPECT_THROW(static_cast<void>(stream.take_popped()), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::models
