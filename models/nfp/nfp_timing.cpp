#include "models/nfp/nfp_timing.h"

#include <deque>
#include <vector>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

/// Notes the pop of the last query of every chunk.
class ChunkEnds : public NoObserver {
 public:
  void expect(std::uint64_t queries) {
    if (ends_.empty()) next_end_ = end_ + queries;
    end_ += queries;
    ends_.push_back(end_);
  }
  void pop(std::uint64_t query, std::uint64_t edge) {
    if (query + 1 != next_end_) return;
    completed.push_back(edge);
    ends_.pop_front();
    next_end_ = ends_.empty() ? 0 : ends_.front();
  }
  void pops(std::uint64_t first, std::uint64_t count, std::uint64_t edge) {
    while (next_end_ > first && next_end_ <= first + count) pop(next_end_ - 1, edge + (next_end_ - 1 - first));
  }

  std::vector<std::uint64_t> completed;

 private:
  std::deque<std::uint64_t> ends_;  ///< query counts at which the open chunks end
  std::uint64_t end_ = 0, next_end_ = 0;
};

template <class Pipeline>
[[gnu::always_inline]] inline void run_chunk(Pipeline& pipeline, const ServiceBlock& chunk, std::uint64_t offer, ChunkEnds& ends) {
  AlwaysValid valid;
  AlwaysReady ready;
  pipeline.run(chunk, offer, valid, ready, ends);
}

using OverlapPipeline = NfpPipeline<OverlapBank::kMaxLanes, OverlapBank>;

NGPCSIM_ISA_CLONES void run_clones(NfpPipeline<8>& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }
NGPCSIM_ISA_CLONES void run_clones(NfpPipeline<16>& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }
NGPCSIM_ISA_CLONES void run_clones(NfpPipeline<24>& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }
NGPCSIM_ISA_CLONES void run_clones(NfpPipeline<40>& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }
NGPCSIM_ISA_CLONES void run_clones(NfpPipeline<72>& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }
NGPCSIM_ISA_CLONES void run_clones(OverlapPipeline& p, const ServiceBlock& c, std::uint64_t offer, ChunkEnds& e) { run_chunk(p, c, offer, e); }

template <class Pipeline>
class SizedNfpTiming final : public NfpTiming {
 public:
  explicit SizedNfpTiming(const NfpGeometry& geometry) : pipeline_(geometry) {}

  std::uint32_t stride() const override { return Pipeline::kStride; }
  std::span<const std::uint64_t> run(const ServiceBlock& chunk, std::uint64_t offer) override {
    ends_.completed.clear();
    ends_.expect(chunk.queries);
    run_clones(pipeline_, chunk, offer, ends_);
    return ends_.completed;
  }
  void finish(std::uint64_t end) override { pipeline_.finish(end); }
  std::uint64_t last_accept() const override { return pipeline_.last_accept(); }
  std::uint64_t queries() const override { return pipeline_.queries(); }
  std::uint64_t popped() const override { return pipeline_.popped(); }
  PipelineSpan span() const override { return pipeline_.span(); }
  std::uint64_t weight_load_cycles() const override { return pipeline_.weight_load_cycles(); }
  const MlpAccount& mlp_account() const override { return pipeline_.mlp_account(); }
  std::span<const LaneWaits> engine_waits() const override { return pipeline_.engine_waits(); }
  const LaneWaits& direction_waits() const override { return pipeline_.direction_waits(); }

 private:
  Pipeline pipeline_;
  ChunkEnds ends_;
};

}  // namespace

std::unique_ptr<NfpTiming> make_nfp_timing(const NfpGeometry& geometry) {
  if (geometry.overlaps()) return std::make_unique<SizedNfpTiming<OverlapPipeline>>(geometry);
  const std::uint32_t lanes = geometry.lanes() + (geometry.has_direction_lane ? 1 : 0);
  if (lanes <= 8) return std::make_unique<SizedNfpTiming<NfpPipeline<8>>>(geometry);
  if (lanes <= 16) return std::make_unique<SizedNfpTiming<NfpPipeline<16>>>(geometry);
  if (lanes <= 24) return std::make_unique<SizedNfpTiming<NfpPipeline<24>>>(geometry);
  if (lanes <= 40) return std::make_unique<SizedNfpTiming<NfpPipeline<40>>>(geometry);
  return std::make_unique<SizedNfpTiming<NfpPipeline<72>>>(geometry);
}

}  // namespace ngpcsim::models
