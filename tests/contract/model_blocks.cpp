#include "tests/contract/model_blocks.h"

#include <span>

namespace ngpcsim::contract {

BlockFeed::BlockFeed(const Case& c, Services& services, std::uint32_t stride)
    : queries_(c.stimulus.queries), services_(services), stride_(stride), rng_(c.seed) {
  for (const naive::Query& query : queries_) {
    x_.push_back(query.position[0]);
    y_.push_back(query.position[1]);
    z_.push_back(query.position[2]);
    rays_.push_back(query.ray);
  }
}

std::uint32_t BlockFeed::block_size() {
  const std::uint32_t wanted = 1 + rng_.below(rng_.below(2) == 0 ? 4 : 600);
  std::uint32_t count = 1;
  while (count < wanted && at_ + count < queries_.size() && !queries_[at_ + count - 1].last_of_batch && queries_[at_ + count].not_before == 0) {
    ++count;
  }
  return count;
}

std::optional<Block> BlockFeed::next() {
  if (at_ == queries_.size()) return std::nullopt;
  Block block;
  block.first = at_;
  block.count = block_size();
  block.offer = queries_[at_].not_before;
  block.ends_batch = queries_[at_ + block.count - 1].last_of_batch;
  block.engine.resize(std::size_t{block.count} * stride_);
  block.direction.resize(block.count);
  const models::PositionBlock positions{x_.data() + at_, y_.data() + at_, z_.data() + at_, block.count};
  services_.encoding.run(positions, block.engine.data(), stride_);
  if (services_.overlapping) {
    block.accesses.resize(block.count * services_.encoding.level_counters().size());
    services_.overlapping->run(positions, block.accesses.data());
  }
  services_.direction.run(0, std::span(rays_).subspan(at_, block.count), block.direction.data());
  at_ += block.count;
  return block;
}

}  // namespace ngpcsim::contract
