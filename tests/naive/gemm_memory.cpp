#include "tests/naive/gemm_memory.h"

namespace ngpcsim::naive {

std::vector<GemmMemory::Answer> GemmMemory::tick(std::uint64_t edge) {
  std::vector<Answer> answers;
  while (!answered_.empty() && answered_.front() < edge) answered_.pop_front();
  while (!waiting_.empty() && answered_.size() + bus_.size() < outstanding_) {
    bus_.push_back(waiting_.front());
    waiting_.pop_front();
  }
  busy_ += bus_.empty() ? 0U : 1U;
  for (std::uint64_t byte = 0; byte < bytes_per_cycle_ && !bus_.empty(); ++byte) {
    if (--bus_.front().bytes > 0) continue;
    answers.push_back({edge + 1 + latency_, bus_.front().number});
    answered_.push_back(edge + 1 + latency_);
    bus_.pop_front();
  }
  return answers;
}

}  // namespace ngpcsim::naive
