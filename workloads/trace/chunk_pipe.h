#pragma once
#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "workloads/trace/byte_text.h"
#include "workloads/trace/raw_chunk.h"

namespace ngpcsim::workloads::trace {

/// Hands chunks to a thread of its own, which takes them one by one in the order they were given. A few may wait; then the giver does. The first exception
/// of the taker comes out of the giver's next call, and of all after it; no chunk is taken behind it. The destructor drops the chunks that wait.
class ChunkPipe {
 public:
  using Taker = std::function<void(const RawChunk&)>;
  explicit ChunkPipe(Taker taker) : taker_(std::move(taker)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

  /// The bytes are copied, into room that is used again; `tag` must stay as it is.
  void give(const RawChunk& chunk);
  /// Returns when every chunk has been taken.
  void drain();

 private:
  static constexpr std::size_t kPlaces = 3;
  struct Place {
    RawChunk chunk;
    Bytes bytes;
  };
  void run(const std::stop_token& stop);
  void take(const Place& place, std::unique_lock<std::mutex>& lock);
  void rethrow() const;

  Taker taker_;
  std::mutex mutex_;
  std::condition_variable_any given_;
  std::condition_variable taken_;
  std::array<Place, kPlaces> places_;       // chunk i in place i % kPlaces: the thread's from when it counts as given to when it counts as taken
  std::uint64_t chunks_given_ = 0, chunks_taken_ = 0;
  std::exception_ptr error_;
  std::jthread thread_;                     // the last member: it ends before the others do
};

}  // namespace ngpcsim::workloads::trace
