#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/system/slow_grid_cache.h"
#include "tests/system/slow_paging.h"
#include "tests/system/slow_pipeline.h"

namespace ngpcsim {

/// A batch as its NFP gets it.
struct SlowBatch {
  std::uint64_t launch = 0;
  const SlowRound* round = nullptr;
  std::uint64_t first = 0, count = 0;
};

/// One NFP with its DMA and the tags or pages of its grid SRAMs, edge by edge.
class SlowNfp {
 public:
  explicit SlowNfp(const SlowChipSetup& setup);

  struct Request {
    enum class Kind { kRead, kWrite, kLine, kPage };
    Kind kind = Kind::kRead;
    std::uint64_t chunk = 0, bytes = 0;  ///< with kPage the load of its port instead of a chunk
  };
  void batch_arrives(const SlowBatch& batch);
  void data_arrives(std::uint64_t chunk, std::uint64_t edge);
  void line_arrives() { cache_->line_arrives(); }
  void page_arrives(const SlowPageName& page) { paging_->page_arrives(page); }
  /// The batch when this was its last write.
  [[nodiscard]] std::optional<SlowBatch> acknowledged(std::uint64_t chunk, std::uint64_t edge);
  /// What is sent at this edge, after everything visible was told.
  [[nodiscard]] std::vector<Request> tick(std::uint64_t edge);
  /// The pages that it asks for at the edge of the last tick.
  [[nodiscard]] std::vector<SlowPageName> asks() const { return asks_; }

  [[nodiscard]] const SlowPipeline& pipeline() const { return pipeline_; }
  /// Of all lanes, group by group and the direction encoder last, and of all levels, at the end of a run.
  [[nodiscard]] std::vector<SlowAccount> accounts() const;
  [[nodiscard]] std::vector<SlowLevelCounts> levels() const;
  [[nodiscard]] std::vector<SlowAccount> sweep_accounts() const { return paging_ ? paging_->accounts() : std::vector<SlowAccount>{}; }
  void add_to(SlowPagingCounts& counts) const {
    if (paging_) paging_->add_to(counts);
  }

 private:
  struct Chunk {
    SlowBatch batch;
    std::uint64_t count = 0, first_query = 0;  ///< in the NFP's own numbers
    bool ends_batch = false, write_sent = false;
    std::optional<std::uint64_t> arrived{}, written{};
  };
  /// Queries that are offered together; without a cache a whole chunk.
  struct Gate {
    std::size_t chunk = 0;
    std::uint64_t first = 0, count = 0;  ///< queries
    std::uint64_t late = 0;
  };
  [[nodiscard]] SlowWork arriving_work(const SlowQuery& query, std::uint64_t launch) const;
  [[nodiscard]] bool accepted_before(const Chunk& chunk, std::uint64_t edge) const;
  void offer_gates(std::uint64_t edge);
  void offer(Gate& gate, std::uint64_t edge);
  [[nodiscard]] std::uint64_t fill_cycles(std::uint64_t query, std::size_t lane) const;
  [[nodiscard]] std::vector<std::uint64_t> services(std::uint64_t query) const;
  [[nodiscard]] SlowAccount account(std::size_t group, std::size_t lane) const;
  [[nodiscard]] SlowAccount direction_account() const;
  [[nodiscard]] std::vector<Request> writes(std::uint64_t edge);

  const SlowChipSetup& s_;
  SlowPipeline pipeline_;
  std::optional<SlowGridCache> cache_;
  std::optional<SlowPaging> paging_;
  std::vector<SlowPageName> asks_;
  std::vector<Chunk> chunks_;
  std::vector<Gate> gates_;      ///< of chunks whose data are there
  std::vector<SlowWork> works_;  ///< by query
  std::size_t reads_ = 0, offered_ = 0;  ///< chunks; gates
};

}  // namespace ngpcsim
