#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/dram/channel.h"
#include "models/dram/device.h"
#include "models/dram/observer.h"

namespace ngpcsim::models::dram {

struct Request {
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint64_t id = 0;  ///< the asker's own number, returned with the answer
};

struct Answer {
  std::uint64_t id = 0;
  bool write = false;
  std::uint64_t arrived = 0;   ///< when it was offered
  std::uint64_t accepted = 0;  ///< when its first burst found a place
  std::uint64_t cycle = 0;     ///< when it is answered
};

/// A DRAM with its controllers: requests in, answers out, time in cycles of the device (docs/dram.md). Channels know nothing of each other, so each is
/// simulated only as far as somebody asks; requests enter strictly in order.
class Dram {
 public:
  explicit Dram(const Device& device, CommandObserver observer = {});
  Dram(const Dram&) = delete;
  Dram& operator=(const Dram&) = delete;

  /// No request waits for places.
  [[nodiscard]] bool ready() const { return !is_entering_; }
  /// Gives it a request that arrives at `cycle`; it enters then, or when the one before has entered, or, where time has gone on by then, at the cycle of the
  /// last `advance`. Throws InvariantError unless it is ready, and where the request is empty or lies beyond the capacity.
  void offer(const Request& request, std::uint64_t cycle);
  /// Lets everything happen up to `cycle`, that cycle included.
  void advance(std::uint64_t cycle);
  /// The first cycle at which something happens for a request; none where all are served. Nothing is known yet of what happens before an `advance` to it.
  [[nodiscard]] std::optional<std::uint64_t> next_event();

  /// For traces: offers the request and lets time go on until it is accepted as a whole. Returns the cycle of that.
  std::uint64_t enter(const Request& request, std::uint64_t cycle);
  /// Lets time go on until nothing waits. Returns the end of the run (docs/dram.md, section 7).
  std::uint64_t drain();

  /// Answers since the last look, in no particular order of cycles; the caller empties it.
  [[nodiscard]] std::vector<Answer>& answers() { return answers_; }

  /// The run ends at `end`. Throws InvariantError where that is not behind everything that happened, a cycle that was advanced to included, where a request was
  /// not answered, or a sum does not close.
  void finish(std::uint64_t end);
  [[nodiscard]] const Counters& counters(std::uint32_t channel, std::uint32_t pseudo_channel) const { return channels_[channel].counters(pseudo_channel); }
  [[nodiscard]] Counters channel_counters(std::uint32_t channel) const;
  [[nodiscard]] Counters counters() const;
  [[nodiscard]] const Device& device() const { return device_; }
  /// The cycle at which the last burst so far was accepted.
  [[nodiscard]] std::uint64_t last_entered() const { return last_entered_; }
  /// Bursts that wait, and requests that were not answered.
  [[nodiscard]] std::uint64_t waiting_bursts() const;
  [[nodiscard]] std::uint64_t unanswered() const { return accepted_ - answered_; }

 private:
  /// A request between its first burst and its answer.
  struct Slot {
    Answer answer;
    std::uint32_t remaining = 0;  ///< read bursts that are not served, those that have not entered among them
    std::uint64_t end = 0;
  };
  struct Entering {
    Request request;
    std::uint64_t slot = 0;
    std::uint64_t next = 0, end = 0;  ///< byte addresses
    std::uint64_t cycle = 0;          ///< when the next burst may be tried
    bool any = false;                 ///< a burst was accepted
  };

  void push(std::uint64_t limit);
  [[nodiscard]] bool push_burst(std::uint64_t limit);
  void burst_done(std::uint64_t slot, std::uint64_t end);
  void answer(std::uint64_t slot, std::uint64_t cycle);
  void collect(Channel& channel);
  [[nodiscard]] std::uint64_t first_possible_end() const;

  const Device& device_;
  CommandObserver observer_;
  std::uint32_t burst_shift_;
  std::uint64_t capacity_;
  std::vector<Channel> channels_;
  Entering entering_;
  bool is_entering_ = false;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> free_slots_;
  std::vector<Answer> answers_;
  std::uint64_t accepted_ = 0, answered_ = 0;
  std::uint64_t write_bursts_ = 0;  ///< that were accepted
  std::optional<std::uint64_t> advanced_;  ///< the cycle of the last `advance`: what enters now enters no earlier
  std::uint64_t last_entered_ = 0;  ///< the cycle at which the last burst was accepted
  std::uint64_t last_joined_ = 0;   ///< the cycle behind the last burst that was forwarded or merged
};

}  // namespace ngpcsim::models::dram
