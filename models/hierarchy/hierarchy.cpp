#include "models/hierarchy/hierarchy.h"

#include <algorithm>
#include <utility>

#include "models/hierarchy/agenda.h"
#include "models/hierarchy/background.h"
#include "models/hierarchy/port.h"
#include "models/hierarchy/request_table.h"
#include "models/hierarchy/slice.h"
#include "models/hierarchy/turn.h"
#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {
namespace {

std::optional<std::uint64_t> some(std::uint64_t edge) { return edge == kNever ? std::nullopt : std::optional(edge); }

}  // namespace

/// Two agendas say which part next does something, so that an edge costs what happens in it: one of the way in (ports that send, slices that have somebody to
/// grant, slices that look up or are filled), one of the way back (heads of output queues, ports that have somebody to take from).
class Hierarchy::Parts {
 public:
  Parts(const HierarchyParams& params, std::uint32_t sources, std::vector<std::unique_ptr<Backing>> backings, ClockDomain dram_clock)
      : latency_(params.crossbar.latency_cycles),
        hit_(params.l2.hit_cycles),
        background_source_(sources),
        port_count_(sources + (params.background.period_cycles_x1000 > 0 ? params.background.ports : 0)),
        slice_count_(params.l2.slices),
        shape_(params),
        in_(port_count_ + 2 * slice_count_),
        back_(slice_count_ + port_count_),
        granters_(params.crossbar.arbitration, slice_count_, port_count_),
        takers_(params.crossbar.arbitration, port_count_, slice_count_),
        offered_(port_count_),
        serves_at_(slice_count_, kNever) {
    check(backings.size() == slice_count_, "l2: {} memories behind {} slices", backings.size(), slice_count_);
    for (std::uint32_t p = 0; p < port_count_; ++p) {
      ports_.emplace_back(p, p < sources ? params.crossbar.port_bytes : params.background.port_bytes, params.l2);
      if (p < sources) continue;
      background_.emplace_back(params.background, p - sources, p);
      in_.add(sender(p), background_.back().edge());
    }
    for (std::unique_ptr<Backing>& backing : backings)
      slices_.emplace_back(shape_, DramSide(std::move(backing), ClockDomain(params.clock_khz), dram_clock, params.sync_cycles));
  }

  void offer(const MemoryRequest& request, std::uint64_t edge) {
    check(request.bytes > 0, "l2: request {} of source {} asks for nothing", request.id, request.source.value());
    check(request.source.value() < background_source_, "l2: a request of source {}, of {}", request.source.value(), background_source_);
    const std::uint32_t p = request.source.value();
    const bool first = ports_[p].empty();
    add(request, edge);
    if (first) in_.add(sender(p), ports_[p].leaves_from());
    ++foreign_;
  }

  [[nodiscard]] std::uint64_t next_edge() const { return foreign_ == 0 ? kNever : first_edge(); }
  /// A port takes one piece an edge.
  [[nodiscard]] std::uint64_t next_answer() const {
    const std::uint64_t in = in_.next(), back = back_.next();
    if (foreign_ == 0 || std::min(in, back) == kNever) return kNever;
    const std::uint64_t first_taken = std::min(in == kNever ? kNever : in + hit_, back);
    return first_taken + requests_.fewest_pieces() - 1 + latency_;
  }

  void step(std::uint64_t edge) {
    check(!stepped_ || edge > last_step_, "l2: edge {} behind {}", edge, last_step_);
    stepped_ = true;
    last_step_ = edge;
    if (in_.take(edge)) {
      grant(edge);
      in_.for_each_due(server(0), server(slice_count_), [&](std::uint32_t s) { serve(s, edge); });
    }
    if (back_.take(edge)) take_answers(edge);
  }

  std::uint64_t finish(std::uint64_t end, bool interrupted) {
    if (stepped_) end = std::max(end, last_step_);
    for (std::uint64_t edge = first_edge(); edge <= end; edge = first_edge()) step(edge);
    check(interrupted || foreign_ == 0, "l2: {} requests were not answered", foreign_);
    for (Slice& slice : slices_) slice.finish(end);
    return end;
  }

  std::vector<Answered> answers_;

  [[nodiscard]] Slice& slice(std::uint32_t number) { return slices_[number]; }

 private:
  // Parts by their numbers in the agendas.
  [[nodiscard]] std::uint32_t sender(std::uint32_t port) const { return port; }
  [[nodiscard]] std::uint32_t granter(std::uint32_t slice) const { return port_count_ + slice; }
  [[nodiscard]] std::uint32_t server(std::uint32_t slice) const { return port_count_ + slice_count_ + slice; }
  [[nodiscard]] std::uint32_t head(std::uint32_t slice) const { return slice; }
  [[nodiscard]] std::uint32_t taker(std::uint32_t port) const { return slice_count_ + port; }

  void add(const MemoryRequest& request, std::uint64_t visible) {
    Port& port = ports_[request.source.value()];
    const std::uint32_t place = requests_.add(request.id, offered_[request.source.value()]++, port.pieces_of(request));
    port.for_each_unit(request, [this](const Interleave::Place& unit) { slices_[unit.slice].expect_later(unit.local); });
    port.add(place, request, visible);
    expect_from(port);
  }
  void expect_from(Port& port) {
    port.for_each_coming([this](const Interleave::Place& piece) { slices_[piece.slice].expect(piece.local); });
  }

  /// The first edge behind the last step at which something may happen, the background's requests included.
  [[nodiscard]] std::uint64_t first_edge() const { return std::min(in_.next(), back_.next()); }

  /// Ports whose next piece may leave ask the slice that it is for; slices that are asked and have room grant one.
  void grant(std::uint64_t edge) {
    asked_.clear();
    in_.for_each_due(sender(0), sender(port_count_), [&](std::uint32_t p) { ask(p, edge); });
    in_.for_each_due(granter(0), granter(slice_count_), [&](std::uint32_t s) { asked_.push_back(s); });
    for (const std::uint32_t s : asked_) grant_of(s, edge);
  }

  void ask(std::uint32_t p, std::uint64_t edge) {
    Port& port = ports_[p];
    if (port.empty()) {  // of the background: the time of its next request has come
      Background& background = background_[p - background_source_];
      const std::uint64_t visible = background.edge();
      add(background.take(), visible);
    }
    if (port.leaves_from() > edge) return in_.add(sender(p), port.leaves_from());
    if (!granters_.any(port.slice())) asked_.push_back(port.slice());  // else it is on the agenda, or waits for room
    granters_.ask(port.slice(), p, port.request_visible());
  }

  void grant_of(std::uint32_t s, std::uint64_t edge) {
    Slice& slice = slices_[s];
    if (!slice.has_room(edge)) {
      if (slice.room_from() != kNever) in_.add(granter(s), slice.room_from());  // else when it has looked a piece up
      return;
    }
    const std::uint32_t p = granters_.grant(s);
    if (granters_.any(s)) in_.add(granter(s), edge + 1);
    Port& port = ports_[p];
    Piece piece = port.leave(edge);
    piece.visible = edge + latency_;
    expect_from(port);
    if (!port.empty()) {
      in_.add(sender(p), port.leaves_from());
    } else if (p >= background_source_) {
      background_[p - background_source_].left(edge);
      in_.add(sender(p), background_[p - background_source_].edge());
    }
    const bool had_head = slice.head() != nullptr;
    if (!slice.send(piece)) {
      if (serves_at_[s] > edge) serve_at(s, std::max(slice.next_edge(), edge + 1));  // else its turn at this edge is still to come
    } else if (!had_head) {
      note_head(s);
    }
  }

  void serve_at(std::uint32_t s, std::uint64_t edge) {
    if (serves_at_[s] == edge) return;
    serves_at_[s] = edge;
    if (edge != kNever) in_.add(server(s), edge);
  }

  /// A slice to which something is visible: fills, then the look-up.
  void serve(std::uint32_t s, std::uint64_t edge) {
    if (serves_at_[s] > edge) return;  // its plans have changed
    Slice& slice = slices_[s];
    const bool had_head = slice.head() != nullptr;
    slice.fill(edge);
    if (slice.look_up(edge) && granters_.any(s)) in_.add(granter(s), edge + 1);
    slice.run_ahead(edge);
    serve_at(s, std::max(slice.next_edge(), edge + 1));
    if (!had_head) note_head(s);
  }

  /// A slice that has a new head. Where the port has no time before the head may leave, the head asks right away: it is the port that decides when.
  void note_head(std::uint32_t s) {
    const Finished* const finished = slices_[s].head();
    if (finished == nullptr) return;
    const std::uint64_t from = slices_[s].leaves_from();
    const std::uint32_t p = finished->answer.source;
    if (from > ports_[p].takes_from()) return back_.add(head(s), from);
    if (!takers_.any(p)) back_.add(taker(p), ports_[p].takes_from());
    takers_.ask(p, s, finished->edge);
  }

  /// Heads of output queues that may leave ask the port they are for; ports that are asked and free take one.
  void take_answers(std::uint64_t edge) {
    asked_.clear();
    back_.for_each_due(head(0), head(slice_count_), [&](std::uint32_t s) {
      const Finished& finished = *slices_[s].head();
      if (!takers_.any(finished.answer.source)) asked_.push_back(finished.answer.source);  // else it is on the agenda
      takers_.ask(finished.answer.source, s, finished.edge);
    });
    back_.for_each_due(taker(0), taker(port_count_), [&](std::uint32_t p) { asked_.push_back(p); });
    for (const std::uint32_t p : asked_) take_answer(p, edge);
  }

  void take_answer(std::uint32_t p, std::uint64_t edge) {
    Port& port = ports_[p];
    if (port.takes_from() > edge) return back_.add(taker(p), port.takes_from());
    const std::uint32_t s = takers_.grant(p);
    Slice& slice = slices_[s];
    const Answer answer = slice.head()->answer;
    const std::uint64_t edges = port.take(answer, edge);
    if (takers_.any(p)) back_.add(taker(p), port.takes_from());
    if (slice.leave(edge)) serve_at(s, edge + 1);
    note_head(s);
    arrive(answer, edge + edges - 1 + latency_);
  }

  void arrive(const Answer& answer, std::uint64_t edge) {
    if (!requests_.piece_back(answer.request)) return;
    if (answer.source >= background_source_) return;
    const RequestTable::Entry& entry = requests_.at(answer.request);
    answers_.push_back({SourceId(answer.source), entry.id, edge, entry.number});
    --foreign_;
  }

  std::uint32_t latency_, hit_;
  std::uint32_t background_source_;  ///< the first of them
  std::uint32_t port_count_, slice_count_;
  SliceShape shape_;
  Agenda in_, back_;
  std::vector<Background> background_;  ///< by port of the GPU
  RequestTable requests_;
  std::vector<Port> ports_;
  std::vector<Slice> slices_;
  Turns granters_, takers_;  // of slices; of ports
  std::vector<std::uint64_t> offered_;    ///< requests by port
  std::vector<std::uint64_t> serves_at_;  ///< edge by slice, as things stand
  std::vector<std::uint32_t> asked_;
  std::uint64_t foreign_ = 0;  ///< requests without an answer, the background's not among them
  std::uint64_t last_step_ = 0;
  bool stepped_ = false;
};

Hierarchy::Hierarchy(const HierarchyParams& params, std::uint32_t sources, std::vector<std::unique_ptr<Backing>> backings, ClockDomain dram_clock)
    : parts_(std::make_unique<Parts>(params, sources, std::move(backings), dram_clock)) {}
Hierarchy::~Hierarchy() = default;

void Hierarchy::offer(const MemoryRequest& request, std::uint64_t edge) { parts_->offer(request, edge); }
std::optional<std::uint64_t> Hierarchy::next_edge() const { return some(parts_->next_edge()); }
void Hierarchy::step(std::uint64_t edge) { parts_->step(edge); }
void Hierarchy::settle(std::uint64_t edge) {
  for (std::uint64_t next = parts_->next_edge(); next <= edge; next = parts_->next_edge()) parts_->step(next);
}
std::optional<std::uint64_t> Hierarchy::next_answer() const { return some(parts_->next_answer()); }
std::vector<Answered>& Hierarchy::answers() { return parts_->answers_; }
std::uint64_t Hierarchy::finish(std::uint64_t end, bool interrupted) { return parts_->finish(end, interrupted); }
const SliceCounters& Hierarchy::counters(std::uint32_t slice) const { return parts_->slice(slice).counters(); }
Backing& Hierarchy::backing(std::uint32_t slice) { return parts_->slice(slice).backing(); }

}  // namespace ngpcsim::models::hierarchy
