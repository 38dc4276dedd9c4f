#include "workloads/trace/chunk_pipe.h"

namespace ngpcsim::workloads::trace {

void ChunkPipe::give(const RawChunk& chunk) {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [this] { return error_ || chunks_given_ - chunks_taken_ < kPlaces; });
  rethrow();
  Place& place = places_[chunks_given_ % kPlaces];
  lock.unlock();
  place.bytes.assign(chunk.raw);
  place.chunk = chunk;
  place.chunk.raw = place.bytes;
  lock.lock();
  ++chunks_given_;
  lock.unlock();
  given_.notify_one();
}

void ChunkPipe::drain() {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [this] { return error_ || chunks_given_ == chunks_taken_; });
  rethrow();
}

void ChunkPipe::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!error_ && given_.wait(lock, stop, [this] { return chunks_given_ > chunks_taken_; }) && !stop.stop_requested())
    take(places_[chunks_taken_ % kPlaces], lock);
}

void ChunkPipe::take(const Place& place, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::exception_ptr error;
  try {
    taker_(place.chunk);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  ++chunks_taken_;
  error_ = error;
  taken_.notify_one();
}

void ChunkPipe::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

}  // namespace ngpcsim::workloads::trace
