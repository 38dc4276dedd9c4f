#include "tests/system/slow_chip.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "tests/system/slow_dma.h"
#include "tests/system/slow_page_loader.h"

namespace ngpcsim {
namespace {

/// Messages on their way to one block. All that are visible are taken, by (edge, source, order of sending).
template <class T>
class Inbox {
 public:
  void send(std::uint64_t visible, std::uint64_t source, T message) { messages_.emplace(std::tuple(visible, source, sent_++), std::move(message)); }
  std::optional<T> take(std::uint64_t edge) {
    const auto first = messages_.begin();
    if (first == messages_.end() || std::get<0>(first->first) > edge) return std::nullopt;
    T message = std::move(first->second);
    messages_.erase(first);
    return message;
  }

 private:
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, T> messages_;
  std::uint64_t sent_ = 0;
};

struct Launch {
  std::uint64_t id, slot;
  const SlowRound* round;  ///< null: it loads
  std::uint64_t dispatched = 0, done = 0;
  [[nodiscard]] bool all_dispatched() const { return round != nullptr && dispatched == round->size(); }
};

struct Done {
  std::uint64_t nfp;
  SlowBatch batch;
};

struct Request {
  std::uint64_t sender;  ///< NFP, or behind them the loader and the ports of the page loader
  SlowNfp::Request what;
};

struct Ask {
  std::uint64_t nfp;
  SlowPageName page;
};

struct Slot {
  std::optional<std::size_t> group;
  std::size_t round = 0;  ///< the next one to march
  std::optional<std::uint64_t> ready;
  std::uint64_t composite = 0;
  bool fresh = false;
};

struct Kernel {
  std::size_t slot;
  std::uint64_t end;
  const SlowRound* round;  ///< null: it gave no query
};

class SlowChip {
 public:
  explicit SlowChip(const SlowChipSetup& setup)
      : s_(setup),
        free_(setup.nfps, setup.queue_batches),
        batches_(setup.nfps),
        answers_(2 * setup.nfps + 1),
        pages_(setup.nfps),
        slots_(setup.groups_in_flight) {
    if (s_.paging) page_loader_.emplace(s_);
    for (std::uint64_t n = 0; n < setup.nfps; ++n) nfps_.emplace_back(s_);
    if (s_.load) send_launch(0, {.id = launch_ids_++, .slot = 0, .round = nullptr});
    open_frame(0);
  }

  /// Always the clock whose next edge is earliest; edges at one instant do not see each other, so their order is free.
  SlowChipRun run() {
    std::uint64_t host = 0, ngpc = 0, memory = 0;
    while (!finished_) {
      const bool host_first = host * s_.ngpc_khz <= ngpc * s_.host_khz && host * s_.memory_khz <= memory * s_.host_khz;
      const bool ngpc_first = ngpc * s_.memory_khz <= memory * s_.ngpc_khz;
      if (host_first) tick_host(host++);
      else if (ngpc_first) tick_ngpc(ngpc++);
      else tick_memory(memory++);
    }
    for (const SlowNfp& nfp : nfps_) {
      const SlowPipeline& p = nfp.pipeline();
      run_.nfps.push_back({.lanes = nfp.accounts(), .levels = nfp.levels(), .sweep_lanes = nfp.sweep_accounts()});
      nfp.add_to(run_.paging);
      if (p.accept().empty()) continue;
      auto& counts = run_.nfps.back();
      counts.queries = p.accept().size();
      counts.first_accept = p.accept().front();
      counts.first_join = p.join().front();
      counts.last_join = p.join().back();
      counts.last_pop = p.pop().back();
    }
    if (page_loader_) page_loader_->add_to(run_.paging);
    return run_;
  }

 private:
  static std::uint64_t crossed(std::uint64_t edge, std::uint64_t from, std::uint64_t to, std::uint64_t sync) { return (edge * to + from - 1) / from + sync; }

  void open_frame(std::uint64_t edge) {
    ++frames_;
    next_group_ = 0;
    for (Slot& slot : slots_) open_group(slot, edge);
  }

  bool open_group(Slot& slot, std::uint64_t edge) {
    slot = {};
    if (next_group_ == s_.groups.size()) return false;
    slot = {.group = next_group_++, .round = 0, .ready = edge, .composite = 0, .fresh = true};
    return true;
  }

  void tick_host(std::uint64_t edge) {
    if (kernel_ && kernel_->end == edge) end_kernel(edge);
    while (const auto launch = launches_done_.take(edge)) {
      Slot& slot = slots_[launch->slot];
      slot.ready = edge;
      slot.composite = launch->round->size();
    }
    if (!kernel_ && !finished_) start_kernel(edge);
  }

  void send_launch(std::uint64_t edge, const Launch& launch) { launches_.send(crossed(edge, s_.host_khz, s_.ngpc_khz, s_.host_sync), 0, launch); }

  void end_kernel(std::uint64_t edge) {
    const Kernel kernel = *kernel_;
    kernel_.reset();
    if (kernel.round != nullptr) {
      send_launch(edge, {launch_ids_++, kernel.slot, kernel.round});
      return;
    }
    if (open_group(slots_[kernel.slot], edge)) return;
    run_.end_host = edge;
    if (std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.group.has_value(); })) return;
    finished_ = frames_ == s_.frames;
    if (!finished_) open_frame(edge);
  }

  void start_kernel(std::uint64_t edge) {
    Slot* best = nullptr;
    for (Slot& slot : slots_)
      if (slot.ready && (best == nullptr || *slot.ready < *best->ready)) best = &slot;
    if (best == nullptr) return;
    const SlowGroup& group = s_.groups[*best->group];
    const SlowRound* const round = best->round < group.rounds.size() ? &group.rounds[best->round++] : nullptr;
    const std::uint64_t ps = s_.ps_per_launch + (best->fresh ? group.pixels * s_.ps_per_pixel : 0) + best->composite * s_.ps_per_query;
    const std::uint64_t edges = std::max<std::uint64_t>(1, (ps * s_.host_khz + 999'999'999) / 1'000'000'000);
    best->ready.reset();
    best->fresh = false;
    kernel_ = Kernel{static_cast<std::size_t>(best - slots_.data()), edge + edges, round};
    run_.host_busy += edges;
  }

  void tick_ngpc(std::uint64_t edge) {
    tick_scheduler(edge);
    tick_loader(edge);
    if (page_loader_) tick_page_loader(edge);
    for (std::uint64_t n = 0; n < s_.nfps; ++n) tick_nfp(n, edge);
  }

  void tick_scheduler(std::uint64_t edge) {
    while (const auto done = batches_done_.take(edge)) {
      ++free_[done->nfp];
      const auto open = std::find_if(open_.begin(), open_.end(), [&](const Launch& launch) { return launch.id == done->batch.launch; });
      open->done += done->batch.count;
      if (open->done < open->round->size()) continue;
      launches_done_.send(crossed(edge, s_.ngpc_khz, s_.host_khz, s_.host_sync), 0, *open);
      open_.erase(open);
    }
    while (loaded_.take(edge)) open_.erase(open_.begin());
    while (const auto launch = launches_.take(edge)) open_.push_back(*launch);
    run_.ngpc_occupied += open_.empty() ? 0u : 1u;
    const auto next = std::find_if(open_.begin(), open_.end(), [](const Launch& launch) { return !launch.all_dispatched(); });
    if (next == open_.end()) return;
    if (next->round == nullptr) {  // the first of all, so that nothing has to be done before it
      if (std::exchange(asked_to_load_, true)) return;
      commands_.send(edge + 1, 0, *s_.load);
      return;
    }
    const std::size_t nfp = s_.round_robin ? turn_ : static_cast<std::size_t>(std::max_element(free_.begin(), free_.end()) - free_.begin());
    if (free_[nfp] == 0) return;
    --free_[nfp];
    turn_ = (turn_ + 1) % s_.nfps;
    const SlowBatch batch{next->id, next->round, next->dispatched, std::min<std::uint64_t>(s_.batch_queries, next->round->size() - next->dispatched)};
    next->dispatched += batch.count;
    batches_[nfp].send(edge + s_.dispatch_cycles, 0, batch);
    ++run_.batches;
  }

  /// A request an edge, at most `outstanding` of them unanswered.
  void tick_loader(std::uint64_t edge) {
    while (answers_[s_.nfps].take(edge))
      if (--loading_ == 0 && load_.copies == 0) loaded_.send(edge + 1, 0, true);
    if (const auto command = commands_.take(edge)) load_ = *command;
    if (load_.copies == 0 || loading_ == s_.outstanding) return;
    const std::uint64_t bytes = std::min(load_.bytes, load_.burst_bytes);
    requests_.send(crossed(edge, s_.ngpc_khz, s_.memory_khz, s_.memory_sync), s_.nfps, {s_.nfps, {SlowNfp::Request::Kind::kRead, 0, bytes}});
    ++loading_;
    load_.bytes -= bytes;
    if (load_.bytes > 0) return;
    --load_.copies;
    load_.bytes = s_.load->bytes;
  }

  /// Asks, then answers, then what begins.
  void tick_page_loader(std::uint64_t edge) {
    while (const auto ask = asks_.take(edge)) page_loader_->ask(ask->nfp, ask->page, edge);
    for (std::uint64_t port = 0; port < s_.nfps; ++port)
      while (const auto answer = answers_[s_.nfps + 1 + port].take(edge))
        for (const std::uint64_t nfp : page_loader_->answered(port, answer->chunk)) pages_[nfp].send(edge + 1, 0, page_loader_->page(port, answer->chunk));
    for (const SlowPageLoader::Request& r : page_loader_->tick(edge))
      requests_.send(crossed(edge, s_.ngpc_khz, s_.memory_khz, s_.memory_sync), s_.nfps + 1 + r.port,
                     {s_.nfps + 1 + r.port, {SlowNfp::Request::Kind::kPage, r.load, r.bytes}});
  }

  void tick_nfp(std::uint64_t n, std::uint64_t edge) {
    SlowNfp& nfp = nfps_[n];
    while (const auto batch = batches_[n].take(edge)) nfp.batch_arrives(*batch);
    while (const auto page = pages_[n].take(edge)) nfp.page_arrives(*page);
    while (const auto answer = answers_[n].take(edge)) {
      switch (answer->kind) {
        case SlowNfp::Request::Kind::kRead: nfp.data_arrives(answer->chunk, edge); break;
        case SlowNfp::Request::Kind::kLine: nfp.line_arrives(); break;
        case SlowNfp::Request::Kind::kPage: break;  // goes to the page loader
        case SlowNfp::Request::Kind::kWrite:
          if (const auto whole = nfp.acknowledged(answer->chunk, edge)) batches_done_.send(edge + 1, n, {n, *whole});
          break;
      }
    }
    // Sources of the memory: DMAs of the NFPs, the loader, ports for lines of the NFPs or for pages.
    for (const SlowNfp::Request& request : nfp.tick(edge)) {
      const std::uint64_t source = request.kind == SlowNfp::Request::Kind::kLine ? s_.nfps + 1 + n : n;
      requests_.send(crossed(edge, s_.ngpc_khz, s_.memory_khz, s_.memory_sync), source, {n, request});
    }
    for (const SlowPageName& page : nfp.asks()) asks_.send(edge + 1, n, {n, page});
  }

  /// A request is accepted while fewer than `outstanding` wait for their answer; the bus moves bytes in order of acceptance.
  void tick_memory(std::uint64_t edge) {
    std::erase_if(answer_edges_, [edge](std::uint64_t answered) { return answered < edge; });
    while (answer_edges_.size() + bus_.size() < s_.outstanding) {
      const auto request = requests_.take(edge);
      if (!request) break;
      bus_.push_back(*request);
      (request->what.kind == SlowNfp::Request::Kind::kWrite ? run_.memory_write_bytes : run_.memory_read_bytes) += request->what.bytes;
    }
    run_.memory_busy += bus_.empty() ? 0u : 1u;
    for (std::uint64_t room = s_.bytes_per_cycle; room > 0 && !bus_.empty();) {
      const std::uint64_t moved = std::min(room, bus_.front().what.bytes);
      room -= moved;
      bus_.front().what.bytes -= moved;
      if (bus_.front().what.bytes > 0) break;
      const std::uint64_t answered = edge + 1 + s_.memory_latency;
      answer_edges_.push_back(answered);
      answers_[bus_.front().sender].send(crossed(answered, s_.memory_khz, s_.ngpc_khz, s_.memory_sync), 0, bus_.front().what);
      bus_.erase(bus_.begin());
    }
  }

  const SlowChipSetup& s_;
  SlowChipRun run_;
  std::vector<SlowNfp> nfps_;
  std::vector<std::uint64_t> free_;  ///< places for batches, by NFP
  std::size_t turn_ = 0;
  std::vector<Inbox<SlowBatch>> batches_;
  std::vector<Inbox<SlowNfp::Request>> answers_;  ///< by sender
  Inbox<Request> requests_;
  std::optional<SlowPageLoader> page_loader_;
  Inbox<Ask> asks_;
  std::vector<Inbox<SlowPageName>> pages_;        ///< on their way to an NFP
  Inbox<Done> batches_done_;
  Inbox<Launch> launches_, launches_done_;
  std::vector<Launch> open_;
  std::vector<Request> bus_;
  std::vector<std::uint64_t> answer_edges_;
  std::vector<Slot> slots_;
  std::optional<Kernel> kernel_;
  std::size_t next_group_ = 0;
  std::uint64_t frames_ = 0;        ///< opened
  bool asked_to_load_ = false;
  Inbox<SlowLoad> commands_;
  Inbox<bool> loaded_;
  SlowLoad load_{.copies = 0};      ///< what is still to be asked for
  std::uint64_t loading_ = 0;       ///< requests on their way
  std::uint64_t launch_ids_ = 0;
  bool finished_ = false;
};

}  // namespace

SlowChipRun run_slow_chip(const SlowChipSetup& setup) { return SlowChip(setup).run(); }

}  // namespace ngpcsim
