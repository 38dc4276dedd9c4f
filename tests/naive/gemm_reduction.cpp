#include "tests/naive/gemm_reduction.h"

#include <algorithm>
#include <vector>

namespace ngpcsim::naive {
namespace {

constexpr std::uint64_t kSum = 4;

std::vector<GemmBlock> one_block(const GemmArraySetup& setup, const GemmJob& job) {
  if (setup.unlimited) return {};
  return {{job.a_address, job.n * job.addends * kSum, true}};
}

}  // namespace

GemmNaiveReduction::GemmNaiveReduction(const GemmArraySetup& setup, const GemmJob& job)
    : s_(setup), job_(job), sums_(setup.operand_queue, setup.request, one_block(setup, job)) {}

std::uint64_t GemmNaiveReduction::cols() const { return std::min(s_.cols, job_.n - unit_ * s_.cols); }

void GemmNaiveReduction::answer() {
  if (asked_.front().access == GemmAccess::kWrite) acknowledged_ += asked_.front().bytes;
  else sums_.answered();
  asked_.pop_front();
}

bool GemmNaiveReduction::done() const {
  const std::uint64_t total = job_.n * result_size_of(job_.type);
  return s_.unlimited ? given_ == total : acknowledged_ == total;
}

std::optional<GemmRequest> GemmNaiveReduction::choose_request() {
  if (s_.unlimited) return std::nullopt;
  const std::uint64_t total = job_.n * result_size_of(job_.type);
  if (given_ - written_ >= s_.request || (given_ == total && written_ < total)) {
    const GemmRequest write{GemmAccess::kWrite, job_.c_address + written_, std::min(s_.request, total - written_)};
    written_ += write.bytes;
    return write;
  }
  const auto block = sums_.request();
  if (!block) return std::nullopt;
  sums_.sent();
  return GemmRequest{GemmAccess::kReadA, block->address, block->bytes};
}

std::optional<GemmRequest> GemmNaiveReduction::tick(std::uint64_t edge, GemmNaiveAccount& account) {
  const std::optional<GemmRequest> request = choose_request();
  if (request) asked_.push_back(*request);
  if (unit_ * s_.cols >= job_.n) {
    ++account.write_back;
    acknowledged_before_ = acknowledged_;
    return request;
  }
  const bool gives = addend_ + 1 == job_.addends;
  const std::uint64_t results = gives ? cols() * result_size_of(job_.type) : 0;
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t c = 0; c < cols(); ++c) addresses.push_back(job_.a_address + taken_ + c * kSum);
  if (gives && !s_.unlimited && reserved_ + results > acknowledged_before_ + s_.result_queue) {
    ++account.output_full;
  } else if (!s_.unlimited && !sums_.has(addresses, kSum)) {
    ++account.memory;
  } else {
    ++account.stream;
    if (!first_) first_ = edge;
    last_ = edge;
    if (!s_.unlimited) sums_.take(cols() * kSum);
    taken_ += cols() * kSum;
    reserved_ += results;
    given_ += results;
    if (++addend_ == job_.addends) ++unit_, addend_ = 0;
  }
  sums_.commit();
  acknowledged_before_ = acknowledged_;
  return request;
}

}  // namespace ngpcsim::naive
