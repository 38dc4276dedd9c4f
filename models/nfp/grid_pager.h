#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "models/common/messages.h"
#include "models/encoding_engine/page_bins.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/paged_lane.h"
#include "models/nfp/table_gates.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

/// The paged lanes of an NFP with their bins and partial sums (docs/timing.md, 3.2). A gate is a chunk, and enters when its sweep is done.
class GridPager final : public TableGates {
 public:
  GridPager(const NfpModel& model, NfpId nfp);
  /// To the page loader.
  void connect(Link<PageAsk> loader) { loader_ = loader; }
  [[nodiscard]] Mailbox<PageLoaded>& pages() { return pages_; }

  void arrived(const Chunk& chunk, std::uint64_t edge) override;
  void take_answers(std::uint64_t edge) override;
  std::optional<std::uint64_t> send(std::uint64_t edge) override;
  [[nodiscard]] std::optional<TableGate> next() const override;
  void entered(std::uint64_t edge) override;
  [[nodiscard]] stats::StallReason reason() const override { return stats::StallReason::kPageSweep; }
  void complete(std::span<LevelCounters> levels) const override { bins_.write_to(levels); }
  [[nodiscard]] std::string waiting_for() const override;
  [[nodiscard]] std::uint64_t done_until() const override;

  [[nodiscard]] const std::deque<PagedLane>& lanes() const { return lanes_; }
  [[nodiscard]] std::uint64_t sweeps() const { return first_sweep_ + sweeps_.size(); }

 private:
  struct ChunkEntry {
    std::uint32_t count = 0;
    std::uint64_t arrived = 0;
    std::uint64_t sweep = 0, end_query = 0;  ///< over the run
    bool begins_sweep = false, ends_sweep = false;
    std::optional<std::uint64_t> accepted{};
  };
  struct Sweep {
    std::uint64_t end_query = 0;   ///< known when it is complete
    std::size_t lanes_left = 0;
    std::uint64_t latest_end = 0;
    std::uint64_t chunks_left = 0; ///< that have not entered
    bool is_complete = false;
    [[nodiscard]] bool is_swept() const { return is_complete && lanes_left == 0; }
  };
  void complete_sweep();
  void settle();
  bool sort_chunks();
  bool find_room();
  bool end_uses();
  void collect_asks();
  void forget();
  [[nodiscard]] std::optional<std::uint64_t> room_of(const Sweep& sweep);
  [[nodiscard]] std::optional<std::uint64_t> swept(std::uint64_t sweep) const;
  [[nodiscard]] std::uint64_t chunks_end() const { return first_chunk_ + chunks_.size(); }
  [[nodiscard]] ChunkEntry& chunk(std::uint64_t number) { return chunks_[number - first_chunk_]; }
  [[nodiscard]] const ChunkEntry& chunk(std::uint64_t number) const { return chunks_[number - first_chunk_]; }

  const NfpModel& model_;
  NfpId nfp_;
  std::optional<Link<PageAsk>> loader_;
  Mailbox<PageLoaded> pages_;
  PageBins bins_;
  std::deque<PagedLane> lanes_;  ///< does not move
  std::vector<std::size_t> lane_place_;  ///< in lanes_, by lane
  std::deque<ChunkEntry> chunks_;
  std::uint64_t first_chunk_ = 0, next_sorted_ = 0, next_gate_ = 0, room_chunk_ = 0;  ///< chunks, numbered over the run
  std::uint64_t queries_ = 0, last_sorted_ = 0;
  std::deque<Sweep> sweeps_;
  std::deque<SweepGates> sweep_gates_;  ///< of the same sweeps
  std::uint64_t first_sweep_ = 0, next_room_ = 0;
  std::uint64_t chunks_in_sweep_ = 0;   ///< of the one that is not complete
  std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, std::uint32_t>> asks_;  ///< not yet due: edge, lane, use, page
  std::vector<PageWork> works_;
};

}  // namespace ngpcsim::models
