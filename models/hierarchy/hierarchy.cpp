#include "models/hierarchy/hierarchy.h"

#include <algorithm>
#include <utility>

#include "models/hierarchy/background.h"
#include "models/hierarchy/port.h"
#include "models/hierarchy/request_table.h"
#include "models/hierarchy/slice.h"
#include "models/hierarchy/turn.h"
#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {

/// Edges at which each part next does something are kept, so that an edge costs what happens in it.
class Hierarchy::Parts {
 public:
  Parts(const HierarchyParams& params, std::uint32_t sources, std::vector<std::unique_ptr<Backing>> backings, ClockDomain dram_clock)
      : latency_(params.crossbar.latency_cycles), background_source_(sources) {
    const auto slices = static_cast<std::uint32_t>(backings.size());
    check(slices == params.l2.slices, "l2: {} memories behind {} slices", slices, params.l2.slices);
    const std::uint32_t all = sources + (params.background.period_cycles_x1000 > 0 ? params.background.ports : 0);
    for (std::uint32_t s = 0; s < all; ++s) {
      ports_.emplace_back(s, s < sources ? params.crossbar.port_bytes : params.background.port_bytes, params.l2);
      takers_.emplace_back(params.crossbar.arbitration, slices);
      if (s >= sources) background_.emplace_back(params.background, s - sources, s);
    }
    for (std::unique_ptr<Backing>& backing : backings) {
      slices_.emplace_back(params, DramSide(std::move(backing), ClockDomain(params.clock_khz), dram_clock, params.sync_cycles));
      granters_.emplace_back(params.crossbar.arbitration, all);
    }
    port_edges_.assign(ports_.size(), kNever);
    slice_edges_.assign(slices, kNever);
    answer_edges_.assign(slices, kNever);
  }

  void offer(const MemoryRequest& request, std::uint64_t edge) {
    check(request.bytes > 0, "l2: request {} of source {} asks for nothing", request.id, request.source.value());
    check(request.source.value() < background_source_, "l2: a request of source {}, of {}", request.source.value(), background_source_);
    add(request, edge);
    ++foreign_;
  }

  [[nodiscard]] std::optional<std::uint64_t> next_edge() const {
    if (foreign_ == 0) return std::nullopt;
    return first_edge();
  }

  void step(std::uint64_t edge) {
    check(!stepped_ || edge > last_step_, "l2: edge {} behind {}", edge, last_step_);
    stepped_ = true;
    last_step_ = edge;
    for (std::size_t b = 0; b < background_.size(); ++b) {
      if (!ports_[background_source_ + b].empty() || background_[b].edge() > edge) continue;
      const std::uint64_t visible = background_[b].edge();
      add(background_[b].take(), visible);
    }
    grant(edge);
    serve(edge);
    take_answers(edge);
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
  void add(const MemoryRequest& request, std::uint64_t visible) {
    Port& port = ports_[request.source.value()];
    const std::uint32_t place = requests_.add(request, visible, port.pieces_of(request));
    port.add(place, requests_.at(place));
    port_edges_[request.source.value()] = std::min(port_edges_[request.source.value()], port.leaves_from());
  }

  [[nodiscard]] static std::uint64_t smallest(const std::vector<std::uint64_t>& edges) {
    std::uint64_t first = kNever;
    for (const std::uint64_t edge : edges) first = std::min(first, edge);
    return first;
  }
  /// The first edge behind the last step at which something may happen, the background's requests included.
  [[nodiscard]] std::uint64_t first_edge() const {
    std::uint64_t edge = std::min({smallest(port_edges_), smallest(slice_edges_), smallest(answer_edges_)});
    for (std::size_t b = 0; b < background_.size(); ++b)
      if (ports_[background_source_ + b].empty()) edge = std::min(edge, background_[b].edge());
    return stepped_ ? std::max(edge, last_step_ + 1) : edge;
  }

  /// Ports whose next piece may leave ask the slice it is for, if that has room; slices with somebody to choose from grant one.
  void grant(std::uint64_t edge) {
    asked_.clear();
    for (std::uint32_t p = 0; p < ports_.size(); ++p) {
      if (port_edges_[p] > edge) continue;
      const Port& port = ports_[p];
      if (!slices_[port.slice()].has_room()) {
        port_edges_[p] = kNever;  // until the slice looks a piece up
        continue;
      }
      Turn& turn = granters_[port.slice()];
      if (!turn.any()) asked_.push_back(port.slice());
      turn.ask(p, port.request_visible());
      port_edges_[p] = edge + 1;
    }
    for (const std::uint32_t s : asked_) {
      const std::uint32_t p = granters_[s].grant();
      Piece piece = ports_[p].leave(edge);
      piece.visible = edge + latency_;
      slices_[s].send(piece);
      slice_edges_[s] = std::min(slice_edges_[s], std::max(piece.visible, edge + 1));
      port_edges_[p] = ports_[p].leaves_from();
      if (p >= background_source_ && ports_[p].empty()) background_[p - background_source_].left(edge);
    }
  }

  /// Slices to which something is visible: fills, then the look-up.
  void serve(std::uint64_t edge) {
    for (std::uint32_t s = 0; s < slices_.size(); ++s) {
      if (slice_edges_[s] > edge) continue;
      Slice& slice = slices_[s];
      slice.fill(edge);
      if (slice.look_up(edge)) free_ports(s, edge + 1);
      slice.run_ahead(edge);
      slice_edges_[s] = std::max(slice.next_edge(), edge + 1);
      note_answer(s);
    }
  }

  /// Ports that found the slice full may try again.
  void free_ports(std::uint32_t s, std::uint64_t edge) {
    for (std::uint32_t p = 0; p < ports_.size(); ++p)
      if (port_edges_[p] == kNever && !ports_[p].empty() && ports_[p].slice() == s) port_edges_[p] = std::max(edge, ports_[p].leaves_from());
  }

  void note_answer(std::uint32_t s) {
    const Finished* const head = slices_[s].head();
    answer_edges_[s] = head == nullptr ? kNever : std::max(slices_[s].leaves_from(), ports_[head->piece.source].takes_from());
  }

  /// Heads of output queues that may leave ask the port they are for.
  void take_answers(std::uint64_t edge) {
    asked_.clear();
    for (std::uint32_t s = 0; s < slices_.size(); ++s) {
      if (answer_edges_[s] > edge) continue;
      note_answer(s);  // the port may have taken another one since
      if (answer_edges_[s] > edge) continue;
      const Finished& head = *slices_[s].head();
      Turn& turn = takers_[head.piece.source];
      if (!turn.any()) asked_.push_back(head.piece.source);
      turn.ask(s, head.edge);
    }
    for (const std::uint32_t p : asked_) {
      const std::uint32_t s = takers_[p].grant();
      const Piece piece = slices_[s].head()->piece;
      const std::uint64_t edges = ports_[p].take(piece, edge);
      slices_[s].leave(edge);
      slice_edges_[s] = std::min(slice_edges_[s], std::max(slices_[s].next_edge(), edge + 1));
      note_answer(s);
      arrive(piece, edge + edges - 1 + latency_);
    }
  }

  void arrive(const Piece& piece, std::uint64_t edge) {
    if (!requests_.piece_back(piece.request)) return;
    if (piece.source >= background_source_) return;
    answers_.push_back({requests_.at(piece.request).request, edge});
    --foreign_;
  }

  std::uint32_t latency_;
  std::uint32_t background_source_;  ///< the first of them
  std::vector<Background> background_;  ///< by port of the GPU
  RequestTable requests_;
  std::vector<Port> ports_;
  std::vector<Slice> slices_;
  std::vector<Turn> granters_, takers_;  // of slices; of ports
  std::vector<std::uint64_t> port_edges_, slice_edges_, answer_edges_;
  std::vector<std::uint32_t> asked_;
  std::uint64_t foreign_ = 0;  ///< requests without an answer, the background's not among them
  std::uint64_t last_step_ = 0;
  bool stepped_ = false;
};

Hierarchy::Hierarchy(const HierarchyParams& params, std::uint32_t sources, std::vector<std::unique_ptr<Backing>> backings, ClockDomain dram_clock)
    : parts_(std::make_unique<Parts>(params, sources, std::move(backings), dram_clock)) {}
Hierarchy::~Hierarchy() = default;

void Hierarchy::offer(const MemoryRequest& request, std::uint64_t edge) { parts_->offer(request, edge); }
std::optional<std::uint64_t> Hierarchy::next_edge() const { return parts_->next_edge(); }
void Hierarchy::step(std::uint64_t edge) { parts_->step(edge); }
std::vector<Answered>& Hierarchy::answers() { return parts_->answers_; }
std::uint64_t Hierarchy::finish(std::uint64_t end, bool interrupted) { return parts_->finish(end, interrupted); }
const SliceCounters& Hierarchy::counters(std::uint32_t slice) const { return parts_->slice(slice).counters(); }
Backing& Hierarchy::backing(std::uint32_t slice) { return parts_->slice(slice).backing(); }

}  // namespace ngpcsim::models::hierarchy
