#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/system/slow_pipeline.h"

namespace ngpcsim {

/// A batch as its NFP gets it.
struct SlowBatch {
  std::uint64_t launch = 0;
  const SlowRound* round = nullptr;
  std::uint64_t first = 0, count = 0;
};

/// One NFP with its DMA, edge by edge.
class SlowNfp {
 public:
  explicit SlowNfp(const SlowChipSetup& setup) : s_(setup), pipeline_(setup.pipeline) {}

  struct Request {
    std::uint64_t chunk, bytes;
    bool read;
  };
  void batch_arrives(const SlowBatch& batch);
  void data_arrives(std::uint64_t chunk, std::uint64_t edge) { chunks_[chunk].arrived = edge; }
  /// The batch when this was its last write.
  [[nodiscard]] std::optional<SlowBatch> acknowledged(std::uint64_t chunk, std::uint64_t edge);
  /// What is sent at this edge, after everything visible was told.
  [[nodiscard]] std::vector<Request> tick(std::uint64_t edge);

  [[nodiscard]] const SlowPipeline& pipeline() const { return pipeline_; }

 private:
  struct Chunk {
    SlowBatch batch;
    std::uint64_t first = 0, count = 0, first_query = 0;  ///< in the launch; in the NFP's own numbers
    bool ends_batch = false, write_sent = false;
    std::optional<std::uint64_t> arrived{}, written{};
  };
  [[nodiscard]] bool accepted_before(const Chunk& chunk, std::uint64_t edge) const;
  void run(std::uint64_t edge);
  [[nodiscard]] std::vector<Request> writes(std::uint64_t edge);

  const SlowChipSetup& s_;
  SlowPipeline pipeline_;
  std::vector<Chunk> chunks_;
  std::size_t reads_ = 0, runs_ = 0;
  std::uint64_t queries_ = 0;
};

}  // namespace ngpcsim
