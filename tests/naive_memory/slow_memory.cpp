#include "tests/naive_memory/slow_memory.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tests/naive_memory/background.h"

namespace ngpcsim::naive_memory {
namespace {

constexpr Edge kTooLong = 1'000'000;

}  // namespace

std::vector<Piece> pieces_of(const MemorySetup& setup, const Request& request, std::size_t number) {
  std::vector<Piece> result;
  const std::uint64_t interleave = setup.interleave_bytes, end = request.address + request.bytes;
  for (std::uint64_t a = request.address; a < end;) {
    const std::uint64_t next = std::min(end, (a / setup.line_bytes + 1) * setup.line_bytes);
    const auto slice = static_cast<unsigned>(a / interleave % setup.slices);
    const std::uint64_t there = a / (interleave * setup.slices) * interleave + a % interleave;
    result.push_back({number, request.source, request.visible, request.access, slice, there, next - a});
    a = next;
  }
  return result;
}

SlowMemory::SlowMemory(const MemorySetup& setup, const std::vector<Request>& requests)
    : setup_(setup),
      ports_(setup.sources + setup.background.ports, Port{setup.port_bytes}),
      slices_(setup.slices, Slice(setup)),
      next_source_(setup.slices),
      unanswered_(requests.size()) {
  for (unsigned p = 0; p < setup.background.ports; ++p) {
    ports_[setup.sources + p].bytes = setup.background.port_bytes;
    background_.push_back(p);
  }
  for (const Request& request : requests) add(request);
}

void SlowMemory::add(const Request& request) {
  const std::vector<Piece> pieces = pieces_of(setup_, request, requests_.size());
  for (const Piece& piece : pieces) ports_[request.source].pieces.push_back(piece);
  requests_.push_back({request, pieces.size()});
}

Result SlowMemory::run() {
  Result result;
  for (Edge edge = 0; unanswered_ > 0 || edge <= last_answer_; ++edge) {
    if (edge > kTooLong) throw std::runtime_error("the slow memory does not come to an end");
    step(edge);
  }
  result.end = last_answer_;
  for (const Progress& progress : requests_) {
    if (progress.request.source < setup_.sources) result.answers.push_back({progress.request.source, progress.request.id, progress.edge});
  }
  std::sort(result.answers.begin(), result.answers.end());
  for (const Slice& slice : slices_) result.slices.push_back(slice.account());
  return result;
}

void SlowMemory::step(Edge edge) {
  if (setup_.background.period_x1000 > 0) {
    for (unsigned p = 0; p < setup_.background.ports; ++p) {
      const Port& port = ports_[setup_.sources + p];
      Request next = background_request(setup_, background_[p]);
      if (port.last_left) next.visible = std::max(next.visible, *port.last_left + 1);
      if (!port.pieces.empty() || next.visible > edge) continue;
      background_[p] += setup_.background.ports;
      add(next);
    }
  }
  const bool fills_first = !setup_.misread(Misreading::kFillsBehindLookUps);
  for (Slice& slice : slices_) {
    if (fills_first) slice.fill(edge);
    slice.look_up(edge);
    if (!fills_first) slice.fill(edge);
  }
  for (unsigned slice = 0; slice < setup_.slices; ++slice) grant(slice, edge);
  for (unsigned source = 0; source < ports_.size(); ++source) take_answer(source, edge);
}

void SlowMemory::grant(unsigned slice, Edge edge) {
  if (!slices_[slice].has_place(edge)) return;
  const auto sources = static_cast<unsigned>(ports_.size());
  std::optional<unsigned> chosen;
  for (unsigned k = 0; k < sources; ++k) {
    const bool oldest = setup_.arbitration == Arbitration::kOldest;
    const unsigned source = oldest ? k : (next_source_[slice] + k) % sources;
    const Port& port = ports_[source];
    const bool wants = !port.pieces.empty() && port.pieces.front().slice == slice && port.pieces.front().visible <= edge && port.may_send <= edge;
    if (!wants) continue;
    if (!chosen) chosen = source;
    else if (oldest && port.pieces.front().visible < ports_[*chosen].pieces.front().visible) chosen = source;
  }
  if (!chosen) return;
  next_source_[slice] = (*chosen + 1) % sources;
  Port& port = ports_[*chosen];
  const Piece piece = port.pieces.front();
  port.pieces.pop_front();
  port.last_left = edge;
  port.may_send = edge + (piece.carries_data_there() ? divide_up(piece.bytes, port.bytes) : 1);
  slices_[slice].send(piece, edge + setup_.latency_cycles);
}

void SlowMemory::take_answer(unsigned source, Edge edge) {
  Port& port = ports_[source];
  if (edge < port.may_take && !setup_.misread(Misreading::kAnswersShareNothing)) return;
  std::optional<unsigned> chosen;
  for (unsigned k = 0; k < setup_.slices; ++k) {
    const bool oldest = setup_.arbitration == Arbitration::kOldest;
    const unsigned slice = oldest ? k : (port.next_slice + k) % setup_.slices;
    const Slice::Finished* head = slices_[slice].head(edge);
    if (head == nullptr || head->piece.source != source) continue;
    if (!chosen) chosen = slice;
    else if (oldest && head->finished < slices_[*chosen].head(edge)->finished) chosen = slice;
  }
  if (!chosen) return;
  port.next_slice = (*chosen + 1) % setup_.slices;
  const Piece piece = slices_[*chosen].leave(edge);
  const Edge edges = piece.carries_data_back() ? divide_up(piece.bytes, port.bytes) : 1;
  port.may_take = edge + edges;

  Progress& progress = requests_[piece.request];
  progress.edge = std::max(progress.edge, edge + edges - 1 + setup_.latency_cycles);
  if (--progress.pieces_away > 0 || source >= setup_.sources) return;
  --unanswered_;
  last_answer_ = std::max(last_answer_, progress.edge);
}

Result run_slowly(const MemorySetup& setup, const std::vector<Request>& requests) { return SlowMemory(setup, requests).run(); }

}  // namespace ngpcsim::naive_memory
