#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/common/messages.h"
#include "sim/base/error.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// What all memories of a chip have in common: they take requests of all sources in order of (edge, source, sender's edge, sequence) and answer each to its
/// source. They store no data.
class MemoryBlock : public Block {
 public:
  using Block::Block;

  [[nodiscard]] Mailbox<MemoryRequest>& requests() { return requests_; }
  /// Answers of source `source`; sources number from 0.
  void connect(SourceId source, Link<MemoryResponse> answers) {
    if (source.value() >= answers_.size()) answers_.resize(source.value() + 1);
    answers_[source.value()] = answers;
  }
  /// `observer` is told of every request with the edge at which the memory takes it, in that order.
  void observe(MemoryObserver observer) { observer_ = std::move(observer); }

  /// The run ends at `end` of the memory's clock, or later where what it does lasts longer: the length is returned, and accounts are those of it. In an
  /// interrupted run requests may be open.
  virtual std::uint64_t finish(std::uint64_t end, bool interrupted) = 0;
  /// Of the sources' requests.
  [[nodiscard]] std::uint64_t read_bytes() const { return read_bytes_; }
  [[nodiscard]] std::uint64_t write_bytes() const { return write_bytes_; }

 protected:
  /// The next request that is visible at `edge`.
  [[nodiscard]] std::optional<MemoryRequest> take(std::uint64_t edge) {
    std::optional<MemoryRequest> request = requests_.take(edge);
    if (!request) return std::nullopt;
    const std::uint32_t source = request->source.value();
    check(source < answers_.size() && answers_[source], "memory: a request of source {}, which is not connected", source);
    if (observer_) observer_(edge, *request);
    (request->access == MemoryAccess::kRead ? read_bytes_ : write_bytes_) += request->bytes;
    return request;
  }
  void answer(const MemoryRequest& request, std::uint64_t edge) {
    if (request.wants_answer) answers_[request.source.value()]->send(edge, {request.access, request.id});
  }
  [[nodiscard]] const Mailbox<MemoryRequest>& on_their_way() const { return requests_; }
  [[nodiscard]] std::uint32_t sources() const { return static_cast<std::uint32_t>(answers_.size()); }

 private:
  Mailbox<MemoryRequest> requests_;
  std::vector<std::optional<Link<MemoryResponse>>> answers_;
  MemoryObserver observer_;
  std::uint64_t read_bytes_ = 0, write_bytes_ = 0;
};

}  // namespace ngpcsim::models
