#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "models/dram/burst_lists.h"
#include "models/dram/bus.h"
#include "models/dram/counters.h"
#include "models/dram/device.h"
#include "models/dram/observer.h"
#include "models/dram/refresh_timer.h"
#include "models/dram/timing_state.h"

namespace ngpcsim::models::dram {

/// The controller of one channel with the banks behind it (docs/dram.md, sections 3 to 5). It goes from command to command: between two of them nothing
/// changes, so it knows the cycle of the next one from the rule table and jumps there.
class Channel {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// `device` and `observer` outlive it.
  Channel(const Device& device, std::uint32_t number, const CommandObserver& observer);

  struct NewBurst {
    bool write = false;
    Place place;
    std::uint64_t request = 0, id = 0;
    std::uint16_t first_byte = 0, end_byte = 0;
  };
  enum class Acceptance { kQueued, kForwarded, kMerged, kMustWait, kFullInThisCycle };
  /// Tries to take a burst at `cycle`, to which the channel was advanced. The last two leave it as it was: with kMustWait nothing changes before the next
  /// command, with kFullInThisCycle there will be room one cycle later.
  [[nodiscard]] Acceptance accept(const NewBurst& burst, std::uint64_t cycle);

  /// Issues every command up to `cycle`, that cycle included.
  void advance(std::uint64_t cycle) {
    while (now_ <= cycle && next_cycle() <= cycle) step();
  }
  /// The cycle of the next command, or of a refresh that comes due; kNever where neither will be.
  [[nodiscard]] std::uint64_t next_cycle() {
    if (!chosen_) choose();
    return choice_.cycle;
  }
  void step();

  /// Bursts that wait for their column command.
  [[nodiscard]] std::uint64_t waiting() const { return waiting_; }

  /// A read burst that had its column command, and the cycle behind its data.
  struct Served {
    std::uint64_t request, end;
  };
  /// Since the last look; the caller empties it.
  [[nodiscard]] std::vector<Served>& served() { return served_; }

  /// The cycle behind the last data.
  [[nodiscard]] std::uint64_t data_end() const;
  /// The run ends at `end`, at or behind everything that happened. Counters are complete only now.
  void finish(std::uint64_t end);
  [[nodiscard]] const Counters& counters(std::uint32_t pseudo_channel) const { return pseudo_channels_[pseudo_channel].counters; }

 private:
  struct Candidate {
    std::uint64_t order = 0;  ///< class and age: the smaller one first
    std::uint64_t own = 0;    ///< earliest cycle as far as the bank alone decides
    Command command = Command::kAct;
    std::uint8_t slot = 0;
    std::uint16_t burst = BurstPool::kNone;
    friend bool operator==(const Candidate&, const Candidate&) = default;
  };
  struct Bank {
    std::uint64_t last_use = 0;  ///< ACT or column command
    std::uint32_t row = 0;
    std::uint32_t overtaken = 0;  ///< column commands that went ahead of an older burst since the row was opened
    BurstPool::List reads, writes;
    bool open = false;
    bool used = false;              ///< a column command since the row was opened
    bool closed_for_burst = false;  ///< by a PRE that a burst asked for
  };
  struct Rank {
    RefreshTimer timer;
    std::uint32_t first_bank;
    std::uint32_t first_bit;  ///< of its banks, in the sets of banks of its pseudo-channel
    bool refreshing = false;  ///< takes nothing but what the refresh needs (per-bank: that bank does)
    std::uint32_t waiting = 0, open_banks = 0;
    std::uint64_t active_since = 0;
  };
  struct Queue {
    std::uint32_t bursts = 0, freed = 0;
    std::uint64_t freed_cycle = kNever;
  };
  struct PseudoChannel {
    Queue reads, writes;
    bool writing = false;
    std::uint64_t candidates = 0, idle_rows = 0;  ///< banks with a candidate; with an open row that nobody needs (policy timeout)
    Bus bus;
    Counters counters;
  };
  struct Choice {
    std::uint64_t cycle = kNever, order = kNever;
    std::uint32_t bank = 0;
    Command command = Command::kAct;
    std::uint16_t burst = BurstPool::kNone;
    bool due = false;  ///< no command: a refresh of the bank's rank comes due
  };

  // channel_choose.cpp
  void choose();
  void choose_refreshes();
  [[nodiscard]] std::optional<Acceptance> join(const NewBurst& burst, std::uint64_t cycle);
  [[nodiscard]] std::uint16_t answering(const NewBurst& burst) const;
  [[nodiscard]] std::optional<std::uint16_t> joining(const NewBurst& burst) const;
  void enqueue(const NewBurst& burst, Queue& queue, std::uint64_t cycle);
  [[nodiscard]] bool matters(std::uint32_t bank, const NewBurst& burst) const;
  void reconsider(std::uint32_t bank, const Candidate& before);
  void choose_in_rank(std::uint32_t rank, std::uint64_t candidates, std::uint64_t idle_rows);
  [[nodiscard]] std::uint64_t oldest_only(const PseudoChannel& pseudo_channel) const;
  void consider(std::uint64_t cycle, std::uint64_t order, std::uint32_t bank, Command command, std::uint16_t burst);
  void update(std::uint32_t bank);
  void update_all(std::uint32_t pseudo_channel);
  [[nodiscard]] Candidate pick(const Bank& bank, const BurstPool::List& list) const;
  [[nodiscard]] Command column_command(const Bank& bank, bool write) const;
  [[nodiscard]] bool row_needed(const Bank& bank) const;
  [[nodiscard]] bool held_for_refresh(std::uint32_t bank) const;

  // channel_issue.cpp
  void issue(const Choice& choice);
  void open(std::uint32_t bank, std::uint32_t row, std::uint64_t cycle);
  void close(std::uint32_t bank, bool for_burst, std::uint64_t cycle);
  void transfer(const Choice& choice);
  void refreshed(std::uint32_t rank);
  void start_refresh(std::uint32_t rank);
  void find_next_due();
  [[nodiscard]] bool turn(PseudoChannel& pseudo_channel) const;
  void log(std::string_view command, std::uint64_t cycle, std::uint32_t bank, const Burst* burst, bool with_row, bool with_column) const;
  void log_rank(Command command, std::uint64_t cycle, std::uint32_t bank) const;

  [[nodiscard]] std::uint32_t rank_of(std::uint32_t bank) const { return bank >> rank_shift_; }
  [[nodiscard]] PseudoChannel& pseudo_channel_of(std::uint32_t bank) { return pseudo_channels_[bank >> pseudo_channel_shift_]; }
  [[nodiscard]] std::uint64_t bit_of(std::uint32_t bank) const { return std::uint64_t{1} << (bank & in_pseudo_channel_); }

  const Device& device_;
  const CommandObserver& observer_;
  std::uint32_t number_, rank_shift_, pseudo_channel_shift_, in_pseudo_channel_;
  std::uint64_t rank_mask_;  ///< a bit per bank of a rank
  std::uint32_t cap_;        ///< 0 with FCFS: nothing overtakes
  RowPolicy policy_;
  bool fcfs_;

  TimingState timing_;
  BurstPool pool_;
  std::vector<Bank> banks_;
  std::vector<Candidate> candidates_;  ///< of the banks
  std::vector<Rank> ranks_;
  std::vector<PseudoChannel> pseudo_channels_;
  std::vector<Served> served_;
  std::uint64_t now_ = 0;       ///< no command comes before
  std::uint64_t sequence_ = 0;  ///< of the next burst
  std::uint64_t waiting_ = 0;
  std::uint64_t next_due_ = kNever;  ///< of all refreshes
  std::uint32_t due_rank_ = 0;
  std::uint64_t refreshing_ = 0;  ///< ranks, a bit each
  Choice choice_;
  bool chosen_ = false;
};

}  // namespace ngpcsim::models::dram
