#include "tests/naive/gemm_array.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::naive {
namespace {

bool systolic(const GemmArraySetup& s) { return s.flow != GemmFlow::kBroadcast; }
std::uint64_t d(const GemmArraySetup& s) { return systolic(s) ? s.rows + s.cols - 2 : s.latency - 1; }
std::uint64_t x(const GemmArraySetup& s) { return systolic(s) ? s.rows + s.cols - 2 : 0; }
std::uint64_t h(const GemmArraySetup& s) { return (systolic(s) ? s.rows : s.latency) - (s.fault == GemmFault::kSumTooEarly ? 1 : 0); }
/// Edges from a step to the first load step that may overwrite what it used. A register that is read and written at one edge gives its old value, so one edge
/// less would still do; two are a hazard.
std::uint64_t gate_edges(const GemmArraySetup& s) { return x(s) + 1 - (s.fault == GemmFault::kLoadTooEarly ? 2 : 0); }
std::uint64_t column_edges(const GemmArraySetup& s) { return s.rows - (s.fault == GemmFault::kColumnTooEarly ? 1 : 0); }

}  // namespace

void GemmNaiveArray::command(const GemmJob& job) {
  check(!open(), "a command while a job is open");
  if (job.addends > 0) {
    reduction_.emplace(s_, job);
    return;
  }
  job_ = job;
  list_ = write_out_folds(s_, job);
  grid_ = make_gemm_grid(s_, *job_, list_.folds);
  queues_.clear(), stores_.clear();
  for (std::size_t o = 0; o < 2; ++o) {
    std::vector<GemmBlock> fetched;
    for (const auto& blocks : list_.blocks)
      if (blocks[o].fetched && blocks[o].bytes > 0 && !s_.unlimited) fetched.push_back(blocks[o]);
    queues_.emplace_back(s_.operand_queue, s_.request, fetched);
    stores_.emplace_back(list_.claim[o], size_of(job.type));
  }
  check(list_.claim[0] + list_.claim[1] <= s_.store, "claims larger than the store");
  next_ = {};
  load_fold_ = 0, load_step_ = 0;
  loads_done_.assign(list_.folds.size(), 0);
  entered_.clear();
  for (const GemmFold& fold : list_.folds) entered_.emplace_back(fold.steps.size(), 0);
  first_.reset();
  last_result_ = 0;
  reserved_ = given_ = given_now_ = written_ = acknowledged_ = acknowledged_before_ = 0;
  asked_.clear();
  product_.clear();
}

std::uint64_t GemmNaiveArray::result_bytes(std::size_t fold, std::uint64_t step) const {
  const GemmFold& f = list_.folds[fold];
  const std::uint64_t one = job_->sums ? 4 : result_size_of(job_->type);
  if (s_.flow == GemmFlow::kOs) return step + 1 == f.steps.size() ? f.rows * f.cols * one : 0;
  return f.keeps ? 0 : f.cols * one;
}

void GemmNaiveArray::take_answers() {
  for (; answers_ > 0; --answers_) {
    const GemmRequest request = asked_.front();
    asked_.erase(asked_.begin());
    if (request.access == GemmAccess::kWrite) acknowledged_ += request.bytes;
    else queues_[request.access == GemmAccess::kReadA ? 0 : 1].answered();
  }
}

/// By the state that the last edge left: a write, else a read of B, else a read of A.
std::optional<GemmRequest> GemmNaiveArray::choose_request() {
  if (s_.unlimited) return std::nullopt;
  const std::uint64_t one = job_->sums ? 4 : result_size_of(job_->type), member = job_->m * job_->n * one, total = member * job_->batch;
  if (given_ - written_ >= s_.request || (given_ == total && written_ < total)) {
    const std::uint64_t bytes = std::min(s_.request, total - written_);
    const GemmRequest write{GemmAccess::kWrite, job_->c_address + written_ / member * job_->c_pitch + written_ % member, bytes};
    written_ += bytes;
    return write;
  }
  for (const std::size_t o : {1U, 0U}) {
    const auto block = queues_[o].request();
    if (!block) continue;
    queues_[o].sent();
    return GemmRequest{o == 0 ? GemmAccess::kReadA : GemmAccess::kReadB, block->address, block->bytes};
  }
  return std::nullopt;
}

/// The data of a step come through the queue, or lie in the store.
bool GemmNaiveArray::data_there(std::size_t fold, const std::vector<GemmElement>& elements) const {
  if (elements.empty() || s_.unlimited) return true;
  const auto o = static_cast<std::size_t>(elements.front().operand);
  if (!list_.blocks[fold][o].fetched) return true;
  std::vector<std::uint64_t> addresses;
  for (const GemmElement& e : elements) addresses.push_back(list_.address.at(e));
  return queues_[o].has(addresses, size_of(job_->type));
}

/// Place in the claim: the bytes between the beginning of what is held and the element.
std::uint64_t GemmNaiveArray::place_of(std::size_t fold, const GemmElement& element) const {
  const auto o = static_cast<std::size_t>(element.operand);
  const std::size_t first_operand = s_.flow == GemmFlow::kIs ? 1 : 0;
  // The first operand's claim holds the blocks of one turn of the outer loop, the second's all of the operand.
  std::size_t begin = fold;
  while (begin > 0 && list_.folds[begin - 1].batch == list_.folds[fold].batch &&
         (o != first_operand || list_.folds[begin - 1].outer == list_.folds[fold].outer))
    --begin;
  return (list_.address.at(element) - list_.blocks[begin][o].address) / size_of(job_->type);
}

std::vector<GemmDatum> GemmNaiveArray::take(std::size_t fold, const std::vector<GemmElement>& elements) {
  std::vector<GemmDatum> data;
  for (const GemmElement& e : elements) {
    data.push_back({e, values_(e)});
    const auto o = static_cast<std::size_t>(e.operand);
    const bool fetched = list_.blocks[fold][o].fetched;
    if (!s_.unlimited && fetched) queues_[o].take(size_of(job_->type));
    if (!list_.held[o]) continue;
    if (fetched) stores_[o].write(place_of(fold, e), e);
    else stores_[o].read(place_of(fold, e), e);
  }
  return data;
}

std::uint64_t GemmNaiveArray::load_gate() const {
  if (load_fold_ == 0) return 0;
  const auto& before = entered_[load_fold_ - 1];
  return (s_.prefetch ? before.front() : before.back()) + gate_edges(s_);
}

bool GemmNaiveArray::load_possible(std::uint64_t edge) const {
  if (load_fold_ == list_.folds.size() || list_.folds[load_fold_].loads.empty()) return false;
  if (load_fold_ > 0) {
    // The fold before must have got so far, and no more than one set of registers is filled ahead.
    const std::size_t before = load_fold_ - 1;
    const bool begun = next_.fold > before || (next_.fold == before && next_.step > 0), ended = next_.fold > before;
    if (!(s_.prefetch ? begun : ended) || edge < load_gate()) return false;
  }
  return data_there(load_fold_, list_.folds[load_fold_].loads[load_step_]);
}

bool GemmNaiveArray::has_room() const {
  return s_.unlimited || reserved_ + result_bytes(next_.fold, next_.step) <= acknowledged_before_ + s_.result_queue ||
         result_bytes(next_.fold, next_.step) == 0;
}

/// Without prefetch the fold before has not left the array, or its results keep the columns.
bool GemmNaiveArray::not_left(std::uint64_t edge) const {
  if (next_.fold == 0) return false;
  const std::uint64_t before = entered_[next_.fold - 1].back();
  if (!s_.prefetch && next_.step == 0 && edge <= before + x(s_)) return true;
  return s_.flow == GemmFlow::kOs && next_.step + 1 == list_.folds[next_.fold].steps.size() && edge < before + column_edges(s_);
}

bool GemmNaiveArray::sums_missing(std::uint64_t edge) const { return list_.folds[next_.fold].continues && edge < entered_[next_.fold - 1][next_.step] + h(s_); }

bool GemmNaiveArray::step_possible(std::uint64_t edge) const {
  if (next_.fold == list_.folds.size()) return false;
  const GemmFold& fold = list_.folds[next_.fold];
  const bool loaded = fold.loads.empty() || load_fold_ > next_.fold;
  return loaded && has_room() && !not_left(edge) && !sums_missing(edge) && data_there(next_.fold, fold.steps[next_.step][0]) &&
         data_there(next_.fold, fold.steps[next_.step][1]);
}

void GemmNaiveArray::charge(std::uint64_t edge, bool loads, bool enters) {
  if (enters) {
    if (next_.step == 0) fills_ = next_.fold == 0 || edge > entered_[next_.fold - 1].back() + d(s_);
    ++(fills_ && next_.step < x(s_) ? account_.fill : account_.stream);
  } else if (next_.fold == list_.folds.size()) {
    ++(edge <= last_result_ ? account_.drain : account_.write_back);
  } else if (!has_room()) {
    ++account_.output_full;
  } else if (not_left(edge)) {
    ++account_.drain;
  } else if (next_.step == 0 && load_fold_ == next_.fold && !list_.folds[next_.fold].loads.empty() && (loads || edge < load_gate())) {
    ++account_.weights;
  } else if (sums_missing(edge)) {
    ++account_.dependency;
  } else {
    ++account_.memory;
  }
}

void GemmNaiveArray::leave(const GemmLeaving& leaving, std::uint64_t edge) {
  for (const GemmLeaving::Result& result : leaving.results) {
    const GemmFold& fold = list_.folds[result.fold];
    std::uint64_t m = fold.first_m, n = fold.first_n + result.col;
    if (s_.flow == GemmFlow::kOs) m += result.row;
    else m += result.step;
    if (s_.flow == GemmFlow::kIs) m = fold.first_m + result.col, n = fold.first_n + result.step;
    const bool fresh = product_.emplace(std::tuple(fold.batch, m, n), result.value).second;
    check(fresh, "the result {}, {} came twice", m, n);
  }
  if (!leaving.complete) return;
  const auto [fold, step] = *leaving.complete;
  check(entered_[fold][step] + d(s_) == edge, "step {} of fold {} entered at {} and is complete at {}", step, fold, entered_[fold][step], edge);
  given_now_ += result_bytes(fold, step);
  last_result_ = edge;
}

std::optional<GemmRequest> GemmNaiveArray::tick_reduction(std::uint64_t edge) {
  for (; answers_ > 0; --answers_) reduction_->answer();
  if (!reduction_->done()) return reduction_->tick(edge, account_);
  active_ += reduction_->active();
  reduction_.reset();
  ++account_.idle;
  return std::nullopt;
}

std::optional<GemmRequest> GemmNaiveArray::tick(std::uint64_t edge) {
  if (reduction_) return tick_reduction(edge);
  acknowledged_before_ = acknowledged_;
  take_answers();
  if (job_ && next_.fold == list_.folds.size()) {
    const std::uint64_t total = job_->m * job_->n * job_->batch * (job_->sums ? 4 : result_size_of(job_->type));
    if (s_.unlimited ? given_ == total : acknowledged_ == total) {
      active_ += last_result_ - *first_ + 1;
      check(s_.unlimited || (queues_[0].used_up() && queues_[1].used_up()), "a job ends with data in its queues");
      job_.reset();
    }
  }
  if (!job_) {
    ++account_.idle;
    return std::nullopt;
  }
  const std::optional<GemmRequest> request = choose_request();
  if (request) asked_.push_back(*request);

  const bool loads = load_possible(edge), enters = step_possible(edge);
  last_result_ = next_.fold == list_.folds.size() ? std::max(last_result_, entered_.back().back() + d(s_)) : last_result_;
  charge(edge, loads, enters);
  std::optional<GemmLoadEntry> load;
  std::optional<GemmEntry> entry;
  if (loads) load = GemmLoadEntry{load_fold_, load_step_, take(load_fold_, list_.folds[load_fold_].loads[load_step_])};
  if (enters) {
    const auto& step = list_.folds[next_.fold].steps[next_.step];
    entry = GemmEntry{next_.fold, next_.step, take(next_.fold, step[0]), take(next_.fold, step[1])};
    reserved_ += result_bytes(next_.fold, next_.step);
    entered_[next_.fold][next_.step] = edge;
    entries_.push_back(edge);
    if (++next_.step == list_.folds[next_.fold].steps.size()) ++next_.fold, next_.step = 0;
  }
  if ((loads || enters) && !first_) first_ = edge;
  if (loads && ++load_step_ == list_.folds[load_fold_].loads.size()) ++load_fold_, load_step_ = 0;

  leave(grid_->tick(entry, load), edge);
  given_ += given_now_;
  given_now_ = 0;
  for (GemmOperandQueue& queue : queues_) queue.commit();
  for (GemmStore& store : stores_) store.commit();
  return request;
}

}  // namespace ngpcsim::naive
