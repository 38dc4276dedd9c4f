#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/common/messages.h"
#include "models/scheduler/dispatch.h"
#include "models/scheduler/params.h"
#include "sim/channel/mailbox.h"
#include "sim/events/sink.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::models {

/// Cuts launches into batches, dispatches one per edge in order, and tells the host when a launch is done (docs/timing.md, section 3).
class Scheduler final : public Block {
 public:
  Scheduler(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const SchedulerParams& params, std::uint32_t nfps)
      : Block(name, clock, control), params_(params), choice_(params, nfps) {}

  [[nodiscard]] Mailbox<Launch>& launches() { return launches_; }
  [[nodiscard]] Mailbox<BatchDone>& batches_done() { return batches_done_; }
  [[nodiscard]] Mailbox<TablesLoaded>& tables_loaded() { return tables_loaded_; }
  /// `nfps` in order of their numbers.
  void connect(Link<LaunchDone> host, Link<LoadTables> loader, std::vector<Link<Batch>> nfps);

  /// Spans of launches (id, queries), of loads of tables, and the beginnings of the batches of each NFP (launch, first query, queries), which the NFPs end.
  void show_launches(events::Track launches, events::Track loads, std::vector<events::Track> batches);

  [[nodiscard]] std::string waiting_for() const override;
  void finish(std::uint64_t end) { settle(end); }

  [[nodiscard]] const stats::CycleAccount& account() const { return account_; }
  [[nodiscard]] std::uint64_t batches() const { return batches_; }
  [[nodiscard]] std::uint64_t queries_done() const { return queries_done_; }
  [[nodiscard]] bool holds_work() const { return !open_.empty(); }

 private:
  struct Open {
    Launch launch;
    std::uint64_t dispatched = 0;  ///< queries
    std::uint64_t done = 0;        ///< queries
    events::SpanId span{};
  };

  void on_edge(std::uint64_t edge) override;
  void take_done(std::uint64_t edge);
  void take_launches(std::uint64_t edge);
  void take_tables(std::uint64_t edge);
  void start_load(std::uint64_t edge);
  void dispatch(std::uint64_t edge);
  void settle(std::uint64_t edge);
  [[nodiscard]] Open* next_to_dispatch();

  SchedulerParams params_;
  DispatchChoice choice_;
  Mailbox<Launch> launches_;
  Mailbox<BatchDone> batches_done_;
  Mailbox<TablesLoaded> tables_loaded_;
  std::optional<Link<LaunchDone>> host_;
  std::optional<Link<LoadTables>> loader_;
  std::vector<Link<Batch>> nfps_;
  events::Track launch_spans_, load_spans_;
  std::vector<events::Track> batch_spans_;  ///< by NFP; empty without a timeline
  std::deque<Open> open_;  ///< in order of arrival
  bool loading_ = false;
  std::uint64_t table_epoch_ = 0;
  stats::CycleAccount account_;
  stats::StallReason waits_for_ = stats::StallReason::kInputEmpty;
  std::uint64_t settled_ = 0;
  std::uint64_t next_dispatch_ = 0;
  std::uint64_t batches_ = 0, queries_done_ = 0;
};

}  // namespace ngpcsim::models
