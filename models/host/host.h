#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/host_costs.h"
#include "models/common/messages.h"
#include "models/common/run_hooks.h"
#include "models/host/frame_record.h"
#include "models/host/kernel_cost.h"
#include "models/host/params.h"
#include "sim/channel/mailbox.h"
#include "sim/events/sink.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"
#include "sim/stats/cycle_account.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::models {

/// What the host runs.
struct HostJob {
  const stream::QuerySource* source = nullptr;
  std::vector<std::uint64_t> frames;  ///< of the source, in order
  bool load_first_frame = false;      ///< tables and weights are loaded at the start of the first frame
  std::uint64_t load_period = 0;      ///< and of every so-many-th frame after it; 0: of none
};

/// The GPU beside the NGPC. A frame is cut into groups of rays; `groups_in_flight` of them are open at a time. A group goes round and round: a kernel
/// composites the last results and marches its rays, the NGPC evaluates the queries this gave, and so on until no ray lives. The GPU
/// runs one kernel at a time, in order of (edge at which it could start, place of the group).
class Host final : public Block {
 public:
  Host(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const HostParams& params, const gpu::KernelTimes& costs, HostJob job,
       const RunHooks& hooks);

  [[nodiscard]] Mailbox<LaunchDone>& launches_done() { return launches_done_; }
  void connect(Link<Launch> scheduler) { scheduler_ = scheduler; }
  /// Spans of its kernels: place, probes, queries composited, queries found.
  void show_kernels(events::Track track) { kernels_ = track; }

  [[nodiscard]] std::string waiting_for() const override;
  void finish(std::uint64_t end);

  [[nodiscard]] const std::vector<FrameRecord>& frames() const { return frames_; }
  [[nodiscard]] const stats::CycleAccount& account() const { return account_; }
  [[nodiscard]] std::uint64_t last_edge() const { return last_edge_; }
  [[nodiscard]] std::uint64_t peak_queries_held() const { return peak_queries_; }

 private:
  /// One place for a group of rays.
  struct Slot {
    std::unique_ptr<stream::RayGroup> group;
    stream::Queries buffer;
    const stream::Queries* queries = nullptr;  ///< of the round that the NGPC has: in the buffer, or in the group
    std::optional<std::uint64_t> ready;  ///< edge from which its next kernel may run
    std::uint64_t composite = 0;       ///< results that kernel composites
    bool fresh = false;                ///< the group has not run a kernel
  };
  struct Running {
    std::size_t slot = 0;
    std::uint64_t end = 0;
    std::uint64_t queries = 0;
    events::SpanId span{};
  };

  void on_edge(std::uint64_t edge) override;
  void open_frame(std::uint64_t edge);
  void close_frame(std::uint64_t edge);
  bool open_group(Slot& slot, std::uint64_t edge);
  void take_results(std::uint64_t edge);
  void end_kernel(std::uint64_t edge);
  void send_launch(std::size_t slot, std::uint64_t edge);
  void end_group(Slot& slot, std::uint64_t edge);
  void start_kernel(std::uint64_t edge);
  [[nodiscard]] Slot* next_ready();

  HostParams params_;
  gpu::KernelTimes costs_;
  HostJob job_;
  RunHooks hooks_;
  Mailbox<LaunchDone> launches_done_;
  std::optional<Link<Launch>> scheduler_;
  events::Track kernels_;
  std::vector<Slot> slots_;
  std::unique_ptr<stream::Frame> frame_;
  std::optional<Running> running_;
  std::vector<FrameRecord> frames_;
  std::uint64_t launches_ = 0;
  stats::CycleAccount account_;
  RunProgress progress_;
  std::uint64_t outstanding_ = 0;        ///< launches that the NGPC has
  std::uint64_t outstanding_since_ = 0;  ///< edge from which there was always one
  std::uint64_t last_edge_ = 0, busy_ = 0, peak_queries_ = 0;
};

}  // namespace ngpcsim::models
