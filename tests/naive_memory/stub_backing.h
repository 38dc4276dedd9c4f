#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/hierarchy/backing.h"
#include "sim/base/error.h"
#include "tests/naive_memory/stub_dram.h"

namespace ngpcsim::naive_memory {

/// The stub as the model sees it. Whoever asks out of turn is told: InvariantError.
class StubBacking final : public models::hierarchy::Backing {
 public:
  explicit StubBacking(const DramSetup& setup) : dram_(setup), tells_ahead_(setup.tells_ahead) {}

  [[nodiscard]] bool ready() const override { return !waiting_; }
  [[nodiscard]] std::uint64_t accepted_at() const override {
    check(ready() && accepted_at_, "no request was accepted, or another waits");
    return *accepted_at_;
  }
  void offer(const models::hierarchy::Asked& request, std::uint64_t cycle) override {
    check(ready(), "a request is offered while another waits");
    check(cycle >= now_, "a request arrives at cycle {}, behind {}", cycle, now_);
    check(request.bytes > 0, "a request without bytes");
    waiting_ = Waiting{request, cycle};
    now_ = cycle;
    (request.write ? write_bytes_ : read_bytes_) += request.bytes;
  }
  void advance(std::uint64_t cycle) override {
    now_ = std::max(now_, cycle);
    if (waiting_ && dram_.acceptance(waiting_->arrival) <= cycle) accept();
    const auto due = [&](const models::hierarchy::Served& served) { return tells_ahead_ || served.cycle <= cycle; };
    std::copy_if(pending_.begin(), pending_.end(), std::back_inserter(served_), due);
    std::erase_if(pending_, due);
  }
  [[nodiscard]] std::optional<std::uint64_t> next_event() override {
    std::optional<std::uint64_t> first;
    if (waiting_) first = dram_.acceptance(waiting_->arrival);
    for (const models::hierarchy::Served& served : pending_) first = std::min(first.value_or(served.cycle), served.cycle);
    return first;
  }
  [[nodiscard]] std::vector<models::hierarchy::Served>& served() override { return served_; }
  [[nodiscard]] std::uint64_t read_bytes() const override { return read_bytes_; }
  [[nodiscard]] std::uint64_t write_bytes() const override { return write_bytes_; }

 private:
  struct Waiting {
    models::hierarchy::Asked request;
    std::uint64_t arrival = 0;
  };

  void accept() {
    const models::hierarchy::Asked& request = waiting_->request;
    accepted_at_ = dram_.accept(waiting_->arrival);
    pending_.push_back({request.id, request.write, *accepted_at_ + dram_.latency(request.address)});
    waiting_.reset();
  }

  StubDram dram_;
  bool tells_ahead_;
  std::optional<std::uint64_t> accepted_at_{};
  std::optional<Waiting> waiting_{};
  std::vector<models::hierarchy::Served> pending_{};
  std::vector<models::hierarchy::Served> served_{};
  std::uint64_t now_ = 0;
  std::uint64_t read_bytes_ = 0, write_bytes_ = 0;
};

}  // namespace ngpcsim::naive_memory
