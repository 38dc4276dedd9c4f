#include "tests/system/slow_dma.h"

#include <algorithm>

namespace ngpcsim {

SlowNfp::SlowNfp(const SlowChipSetup& setup) : s_(setup), pipeline_(setup.pipeline) {
  if (setup.cache) cache_.emplace(setup);
  if (setup.paging) paging_.emplace(setup);
}

void SlowNfp::batch_arrives(const SlowBatch& batch) {
  for (std::uint64_t done = 0; done < batch.count;) {
    const std::uint64_t count = std::min(s_.chunk_queries, batch.count - done);
    chunks_.push_back({.batch = batch, .count = count, .first_query = works_.size(), .ends_batch = done + count == batch.count});
    if (paging_) paging_->add_chunk(works_.size(), count, done + count == batch.count);
    for (std::uint64_t q = 0; q < count; ++q) works_.push_back(arriving_work((*batch.round)[batch.first + done + q], batch.launch));
    done += count;
  }
}

/// Corner registers hold, level by level, the cell of the query before in the same group, and the direction encoder the ray of the query before.
SlowWork SlowNfp::arriving_work(const SlowQuery& query, std::uint64_t launch) const {
  const std::size_t levels = query.passes.size();
  SlowWork work{.query = &query, .reused = std::vector<bool>(levels, false), .missed = std::vector<std::uint64_t>(levels, 0), .launch = launch};
  work.repeats = !works_.empty() && works_.back().launch == launch && works_.back().query->ray == query.ray;
  if (!s_.reuse_cells || works_.size() < s_.pipeline.groups) return work;
  const SlowQuery& before = *works_[works_.size() - s_.pipeline.groups].query;
  for (std::size_t l = 0; l < levels; ++l) work.reused[l] = query.passes[l].cell == before.passes[l].cell;
  return work;
}

void SlowNfp::data_arrives(std::uint64_t chunk, std::uint64_t edge) {
  Chunk& c = chunks_[chunk];
  c.arrived = edge;
  if (paging_) paging_->chunk_arrives(chunk);
  const std::uint64_t most = s_.cache ? s_.cache->gate_queries : c.count;
  for (std::uint64_t done = 0; done < c.count; done += most) {
    gates_.push_back({.chunk = chunk, .first = c.first_query + done, .count = std::min(most, c.count - done)});
    if (cache_) cache_->gate_arrives(gates_.back().first, gates_.back().count);
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
  if (cache_) cache_->look_up(works_);
  if (paging_) asks_ = paging_->tick(works_, pipeline_.accept(), edge);
  offer_gates(edge);
  std::vector<Request> requests = writes(edge);  // of requests of one edge, writes go first
  if (reads_ < chunks_.size() && (reads_ < s_.input_chunks || accepted_before(chunks_[reads_ - s_.input_chunks], edge))) {
    requests.push_back({Request::Kind::kRead, reads_, chunks_[reads_].count * s_.input_bytes});
    ++reads_;
  }
  if (cache_ && cache_->fetch(edge, pipeline_.accept())) requests.push_back({Request::Kind::kLine, 0, s_.cache->line_bytes});
  return requests;
}

std::vector<SlowNfp::Request> SlowNfp::writes(std::uint64_t edge) {
  std::vector<Request> requests;
  for (std::uint64_t c = 0; c < chunks_.size(); ++c) {
    Chunk& chunk = chunks_[c];
    const std::uint64_t last = chunk.first_query + chunk.count - 1;
    if (chunk.write_sent || last >= pipeline_.pop().size() || pipeline_.pop()[last] + 1 != edge) continue;
    chunk.write_sent = true;
    requests.push_back({Request::Kind::kWrite, c, chunk.count * s_.output_bytes});
  }
  return requests;
}

/// Offers the next gates once they are filled or swept and, in front of a chunk and the edge after an output buffer was given back, that buffer.
void SlowNfp::offer_gates(std::uint64_t edge) {
  for (; offered_ < gates_.size(); ++offered_) {
    Gate& gate = gates_[offered_];
    if (cache_ && !cache_->filled(offered_)) return;
    if (paging_ && !paging_->swept_chunk(gate.chunk)) return;
    if (gate.first == chunks_[gate.chunk].first_query && gate.chunk >= s_.output_chunks) {
      const auto& freed = chunks_[gate.chunk - s_.output_chunks].written;
      if (!freed || *freed >= edge) return;
    }
    offer(gate, edge);
  }
}

void SlowNfp::offer(Gate& gate, std::uint64_t edge) {
  const Chunk& chunk = chunks_[gate.chunk];
  // When it would be offered if its lines had been there, or its sweep been done, from the first.
  std::uint64_t whole = gate.first > 0 ? pipeline_.accept()[gate.first - 1] + 1 : 0;
  const std::uint64_t offered = std::max(edge, whole);
  if (gate.first == chunk.first_query) {
    whole = std::max(whole, *chunk.arrived);
    if (gate.chunk >= s_.output_chunks) whole = std::max(whole, *chunks_[gate.chunk - s_.output_chunks].written + 1);
  }
  gate.late = offered - whole;
  for (std::uint64_t q = gate.first; q < gate.first + gate.count; ++q)
    pipeline_.enter(edge, services(q), chunk.ends_batch && q + 1 == chunk.first_query + chunk.count);
}

std::uint64_t SlowNfp::fill_cycles(std::uint64_t query, std::size_t lane) const {
  std::uint64_t lines = 0;
  for (std::size_t l = lane; l < works_[query].missed.size(); l += s_.pipeline.lanes.size()) lines += works_[query].missed[l];
  return s_.cache ? lines * s_.cache->fill_cycles : 0;
}

std::vector<std::uint64_t> SlowNfp::services(std::uint64_t query) const {
  const std::size_t lanes = s_.pipeline.lanes.size();
  std::vector<std::uint64_t> sums;
  for (std::size_t lane = 0; lane < lanes; ++lane) sums.push_back(fill_cycles(query, lane));
  const SlowWork& work = works_[query];
  for (std::size_t l = 0; l < work.reused.size(); ++l) {
    const bool registers = work.reused[l] || (paging_ && paging_->paged(l % lanes));  // of corners, or sums
    sums[l % lanes] += registers ? s_.beats : work.query->passes[l].service;
  }
  if (const auto& direction = s_.pipeline.direction) sums.push_back(direction->per_ray && work.repeats ? 1 : direction->interval);
  return sums;
}

std::vector<SlowAccount> SlowNfp::accounts() const {
  std::vector<SlowAccount> all;
  for (std::size_t group = 0; group < s_.pipeline.groups; ++group)
    for (std::size_t lane = 0; lane < s_.pipeline.lanes.size(); ++lane) all.push_back(account(group, lane));
  if (s_.pipeline.direction) all.push_back(direction_account());
  return all;
}

SlowAccount SlowNfp::direction_account() const {
  const SlowPipeline::Lane& edges = pipeline_.lanes().back();
  SlowAccount sum;
  for (std::size_t k = 0; k < works_.size(); ++k) {
    ++sum.busy;
    sum.conflict += edges.service[k] - 1;
    sum.output_full += edges.output_full[k];
  }
  return sum;
}

SlowAccount SlowNfp::account(std::size_t group, std::size_t lane) const {
  const std::uint64_t groups = s_.pipeline.groups;
  const SlowPipeline::Lane& edges = pipeline_.lanes()[group * s_.pipeline.lanes.size() + lane];
  SlowAccount sum;
  for (const Gate& gate : gates_) {
    std::uint64_t empty = 0;
    for (std::uint64_t q = gate.first; q < gate.first + gate.count; ++q) {
      if (q % groups != group) continue;
      const std::uint64_t k = q / groups, busy = s_.pipeline.lanes[lane].passes * s_.beats, fill = fill_cycles(q, lane);
      sum.busy += busy;
      sum.line_fill += fill;
      sum.conflict += edges.service[k] - busy - fill;
      sum.output_full += edges.output_full[k];
      empty += edges.input_empty[k];
    }
    (paging_ ? sum.page_sweep : sum.table_miss) += std::min(empty, gate.late);
  }
  return sum;
}

std::vector<SlowLevelCounts> SlowNfp::levels() const {
  std::vector<SlowLevelCounts> levels;
  for (const SlowWork& work : works_) {
    levels.resize(work.reused.size());
    for (std::size_t l = 0; l < levels.size(); ++l) {
      levels[l].reused += work.reused[l] ? 1u : 0u;
      levels[l].line_lookups += work.reused[l] ? 0 : work.query->passes[l].lines.size();
      levels[l].line_misses += work.missed[l];
      levels[l].lookups += work.query->passes[l].corners;
      levels[l].accesses += work.query->passes[l].accesses;
      for (const SlowVisit& visit : work.query->passes[l].visits) ++levels[l].by_fullest[visit.accesses];
      if (work.query->passes[l].visits.empty()) ++levels[l].by_fullest[work.reused[l] ? 0 : work.query->passes[l].service / s_.beats];
    }
  }
  return levels;
}

}  // namespace ngpcsim
