#include "tests/naive/gemm_queue.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::naive {

GemmOperandQueue::GemmOperandQueue(std::uint64_t capacity, std::uint64_t request, const std::vector<GemmBlock>& blocks) : capacity_(capacity) {
  for (const GemmBlock& block : blocks)
    for (std::uint64_t done = 0; done < block.bytes; done += request) waiting_.push_back({block.address + done, std::min(request, block.bytes - done), true});
}

std::optional<GemmBlock> GemmOperandQueue::request() const {
  if (waiting_.empty() || reserved_ + waiting_.front().bytes > capacity_) return std::nullopt;
  return waiting_.front();
}

void GemmOperandQueue::sent() {
  reserved_ += waiting_.front().bytes;
  asked_.push_back(waiting_.front());
  waiting_.pop_front();
}

void GemmOperandQueue::answered() {
  const GemmBlock request = asked_.front();
  asked_.pop_front();
  for (std::uint64_t n = 0; n < request.bytes; ++n) bytes_.push_back(request.address + n);
  check(bytes_.size() <= capacity_ + taking_, "{} bytes in a queue of {}", bytes_.size(), capacity_);
}

bool GemmOperandQueue::has(const std::vector<std::uint64_t>& addresses, std::uint64_t size) const {
  if (bytes_.size() < addresses.size() * size) return false;
  for (std::size_t n = 0; n < addresses.size(); ++n)
    for (std::uint64_t b = 0; b < size; ++b)
      check(bytes_[n * size + b] == addresses[n] + b, "the queue holds byte {} where a step needs {}", bytes_[n * size + b], addresses[n] + b);
  return true;
}

void GemmOperandQueue::commit() {
  reserved_ -= taking_;
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(taking_));
  taking_ = 0;
}

}  // namespace ngpcsim::naive
