#include "tests/system/slow_dma.h"

#include <algorithm>

namespace ngpcsim {

void SlowNfp::batch_arrives(const SlowBatch& batch) {
  for (std::uint64_t done = 0; done < batch.count;) {
    const std::uint64_t count = std::min(s_.chunk_queries, batch.count - done);
    chunks_.push_back({.batch = batch, .first = batch.first + done, .count = count, .first_query = queries_, .ends_batch = done + count == batch.count});
    queries_ += count;
    done += count;
  }
}

std::optional<SlowBatch> SlowNfp::acknowledged(std::uint64_t chunk, std::uint64_t edge) {
  chunks_[chunk].written = edge;
  // Acknowledgements come in order, so the batch is whole when its last chunk is.
  return chunks_[chunk].ends_batch ? std::optional(chunks_[chunk].batch) : std::nullopt;
}

bool SlowNfp::accepted_before(const Chunk& chunk, std::uint64_t edge) const {
  const std::uint64_t last = chunk.first_query + chunk.count - 1;
  return last < pipeline_.accept().size() && pipeline_.accept()[last] < edge;
}

std::vector<SlowNfp::Request> SlowNfp::tick(std::uint64_t edge) {
  run(edge);
  std::vector<Request> requests = writes(edge);  // of requests of one edge, writes go first
  if (reads_ < chunks_.size() && (reads_ < s_.input_chunks || accepted_before(chunks_[reads_ - s_.input_chunks], edge))) {
    requests.push_back({reads_, chunks_[reads_].count * s_.input_bytes, true});
    ++reads_;
  }
  return requests;
}

std::vector<SlowNfp::Request> SlowNfp::writes(std::uint64_t edge) {
  std::vector<Request> requests;
  for (std::uint64_t c = 0; c < runs_; ++c) {
    Chunk& chunk = chunks_[c];
    const std::uint64_t last = chunk.first_query + chunk.count - 1;
    if (chunk.write_sent || last >= pipeline_.pop().size() || pipeline_.pop()[last] + 1 != edge) continue;
    chunk.write_sent = true;
    requests.push_back({c, chunk.count * s_.output_bytes, false});
  }
  return requests;
}

/// Offers the next chunk once its data are there and, the edge after an output buffer was given back, that buffer.
void SlowNfp::run(std::uint64_t edge) {
  while (runs_ < chunks_.size() && chunks_[runs_].arrived) {
    if (runs_ >= s_.output_chunks) {
      const auto& freed = chunks_[runs_ - s_.output_chunks].written;
      if (!freed || *freed >= edge) return;
    }
    const Chunk& chunk = chunks_[runs_++];
    for (std::uint64_t q = 0; q < chunk.count; ++q) pipeline_.enter(edge, (*chunk.batch.round)[chunk.first + q], chunk.ends_batch && q + 1 == chunk.count);
  }
}

}  // namespace ngpcsim
