#include "tests/system/slow_gemm_chip.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "tests/naive/gemm_array.h"
#include "tests/naive/gemm_memory.h"

namespace ngpcsim {
namespace {

using naive::GemmAccess;
using naive::GemmFlow;
using naive::GemmJob;
using naive::GemmNaiveAccount;

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

using Account = GemmNaiveAccount;
Account operator-(const Account& a, const Account& b) {
  return {a.fill - b.fill,     a.stream - b.stream, a.output_full - b.output_full, a.drain - b.drain, a.weights - b.weights, a.dependency - b.dependency,
          a.memory - b.memory, a.write_back - b.write_back, a.idle - b.idle};
}
Account operator+(const Account& a, const Account& b) { return a - (Account{} - b); }

struct Cut {
  std::uint64_t first, size;
};

std::vector<Cut> cut(std::uint64_t size, std::uint64_t unit, std::uint64_t nfps) {
  const std::uint64_t units = up(size, unit);
  std::vector<Cut> cuts;
  std::uint64_t at = 0;
  for (std::uint64_t n = 0; n < nfps; ++n) {
    const std::uint64_t mine = units / nfps + (n < units % nfps ? 1 : 0);
    if (mine == 0) break;
    const std::uint64_t length = std::min(mine * unit, size - at);
    cuts.push_back({at, length});
    at += length;
  }
  return cuts;
}

/// The parts of one multiplication, and the shares of its reduction.
struct Plan {
  SlowSplit split = SlowSplit::kM;
  std::vector<GemmJob> parts, shares;
  std::vector<Cut> cuts;
  std::uint64_t end = 0;
};

Plan plan_along(const SlowGemmSetup& s, const SlowGemm& g, std::uint64_t address, SlowSplit split) {
  const GemmFlow flow = s.array.flow;
  const std::uint64_t b = size_of(g.type), o = result_size_of(g.type);
  std::uint64_t unit = 1, size = g.m;
  if (split == SlowSplit::kM) unit = flow == GemmFlow::kOs ? s.array.rows : flow == GemmFlow::kIs ? s.array.cols : 1;
  if (split == SlowSplit::kN) size = g.n, unit = flow == GemmFlow::kIs ? 1 : s.array.cols;
  if (split == SlowSplit::kK) size = g.k, unit = flow == GemmFlow::kOs ? 1 : s.array.rows;
  Plan plan{split, {}, {}, cut(size, unit, s.nfps), 0};
  const bool sums = split == SlowSplit::kK && plan.cuts.size() > 1;
  const std::uint64_t a_at = address, b_at = a_at + g.batch * g.m * g.k * b, c_at = b_at + g.batch * g.k * g.n * b, sums_at = c_at + g.batch * g.m * g.n * o;
  plan.end = sums_at + (sums ? plan.cuts.size() * g.batch * g.m * g.n * 4 : 0);
  for (std::size_t p = 0; p < plan.cuts.size(); ++p) {
    const auto [first, length] = plan.cuts[p];
    GemmJob job{.type = g.type, .m = g.m, .n = g.n, .k = g.k, .batch = g.batch, .sums = sums};
    job.a_address = a_at, job.b_address = b_at, job.c_address = c_at;
    job.a_pitch = g.m * g.k * b, job.b_pitch = g.k * g.n * b, job.c_pitch = g.m * g.n * o;
    if (split == SlowSplit::kM) job.m = length, job.a_address += first * g.k * b, job.c_address += first * g.n * o;
    if (split == SlowSplit::kN) job.n = length, job.b_address += first * g.k * b, job.c_address += first * g.m * o;
    if (split == SlowSplit::kK) job.k = length, job.a_address += first * g.m * b, job.b_address += first * g.n * b;
    if (sums) job.c_pitch = g.m * g.n * 4, job.c_address = sums_at + p * g.batch * g.m * g.n * 4;
    plan.parts.push_back(job);
  }
  if (!sums) return plan;
  for (const auto& [first, length] : cut(g.batch * g.m * g.n, s.array.cols, s.nfps)) {
    GemmJob job{.type = g.type, .n = length, .addends = plan.cuts.size()};
    job.a_address = sums_at + first * plan.cuts.size() * 4, job.c_address = c_at + first * o;
    plan.shares.push_back(job);
  }
  return plan;
}

/// Edges of one part without prefetch and waits, and its bytes, by its folds written out.
std::pair<std::uint64_t, std::uint64_t> cost_of(const SlowGemmSetup& s, const GemmJob& job) {
  if (job.addends > 0) return {up(job.n, s.array.cols) * job.addends, job.n * job.addends * 4 + job.n * result_size_of(job.type)};
  const naive::GemmFoldList list = write_out_folds(s.array, job);
  const std::uint64_t x = s.array.flow == GemmFlow::kBroadcast ? 0 : s.array.rows + s.array.cols - 2,
                      d = s.array.flow == GemmFlow::kBroadcast ? s.array.latency - 1 : x;
  std::uint64_t edges = d - x, bytes = job.m * job.n * job.batch * (job.sums ? 4 : result_size_of(job.type));
  for (std::size_t f = 0; f < list.folds.size(); ++f) {
    edges += list.folds[f].loads.size() + list.folds[f].steps.size() + x;
    for (const naive::GemmBlock& block : list.blocks[f]) bytes += block.fetched ? block.bytes : 0;
  }
  return {edges, bytes};
}

std::uint64_t estimate(const SlowGemmSetup& s, const std::vector<GemmJob>& jobs) {
  std::uint64_t longest = 0, bytes = 0;
  for (const GemmJob& job : jobs) {
    const auto [e, b] = cost_of(s, job);
    longest = std::max(longest, e);
    bytes += b;
  }
  const std::uint64_t moving = up(bytes * s.ngpc_khz, s.bytes_per_cycle * s.memory_khz);
  return s.array.unlimited ? longest : std::max(longest, moving);
}

Plan plan_of(const SlowGemmSetup& s, const SlowGemm& g, std::uint64_t address) {
  if (s.split != SlowSplit::kAuto) return plan_along(s, g, address, s.split);
  std::optional<std::pair<std::uint64_t, Plan>> best;
  for (const SlowSplit split : {SlowSplit::kM, SlowSplit::kN, SlowSplit::kK}) {
    Plan plan = plan_along(s, g, address, split);
    const std::uint64_t edges = estimate(s, plan.parts) + estimate(s, plan.shares);
    if (!best || edges < best->first) best = {edges, std::move(plan)};
  }
  return best->second;
}

template <class T>
struct Post {
  std::uint64_t visible = 0;
  T what{};
};

class SlowGemmChip {
 public:
  using Bits = std::function<std::uint16_t(std::size_t, int, std::uint64_t, std::uint64_t, std::uint64_t)>;
  using Sums = std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, naive::GemmNumber>;

  SlowGemmChip(const SlowGemmSetup& setup, Bits bits)
      : s_(setup),
        bits_(std::move(bits)),
        memory_(setup.bytes_per_cycle, setup.memory_latency, setup.outstanding),
        commands_(setup.nfps),
        answers_(setup.nfps),
        requests_(setup.nfps) {
    for (std::uint64_t n = 0; n < s_.nfps; ++n)
      arrays_.push_back(std::make_unique<naive::GemmNaiveArray>(s_.array, [this, n](const naive::GemmElement& e) {
        const std::uint64_t k0 = plan_.split == SlowSplit::kK ? plan_.cuts[n].first : 0, m0 = plan_.split == SlowSplit::kM ? plan_.cuts[n].first : 0,
                            n0 = plan_.split == SlowSplit::kN ? plan_.cuts[n].first : 0;
        return naive::decode(s_.list[layer_].type, bits_(layer_, e.operand, e.batch, e.line + (e.operand == 0 ? m0 : n0), e.k + k0));
      }));
  }

  SlowGemmRun run() {
    std::uint64_t ngpc = 0, memory = 0;
    while (!ended_) {
      if (ngpc * s_.memory_khz <= memory * s_.ngpc_khz) tick_ngpc(ngpc++);
      else tick_memory(memory++);
    }
    for (const auto& array : arrays_) run_.edges += fmt::format("array active {} {}\n", array->active(), gemm_account_text(array->account()));
    for (const std::string& line : layer_lines_) run_.edges += line;
    return run_;
  }

 private:
  static std::uint64_t crossed(std::uint64_t edge, std::uint64_t from, std::uint64_t to, std::uint64_t sync) { return (edge * to + from - 1) / from + sync; }

  void tick_ngpc(std::uint64_t edge) {
    if (edge == 0) begin(edge);
    for (; !dones_.empty() && dones_.front() == edge; dones_.pop_front()) --pending_;
    if (pending_ == 0) advance(edge);
    if (ended_) return;
    for (std::uint64_t n = 0; n < s_.nfps; ++n) tick_array(n, edge);
  }

  void begin(std::uint64_t edge) {
    plan_ = plan_of(s_, s_.list[layer_], address_);
    address_ = plan_.end;
    layer_start_ = edge;
    account_then_ = sum_of_accounts();
    reducing_ = false;
    send(plan_.parts, edge);
  }
  void send(const std::vector<GemmJob>& jobs, std::uint64_t edge) {
    for (std::size_t n = 0; n < jobs.size(); ++n) commands_[n] = {edge + s_.dispatch_cycles, jobs[n]};
    pending_ = jobs.size();
  }
  void advance(std::uint64_t edge) {
    if (!reducing_) collect_values();
    if (!reducing_ && !plan_.shares.empty()) {
      reducing_ = true;
      return send(plan_.shares, edge);
    }
    layer_lines_.push_back(fmt::format("multiplication {} split {} parts {} from {} cycles {} {}\n", layer_, static_cast<int>(plan_.split), plan_.parts.size(),
                                       layer_start_, edge - layer_start_, gemm_account_text(sum_of_accounts() - account_then_)));
    if (++layer_ == s_.list.size()) ended_ = true;
    else begin(edge);
  }
  void collect_values() {
    const SlowGemm& g = s_.list[layer_];
    std::vector<std::uint32_t> results(g.batch * g.m * g.n);
    Sums all;
    for (std::size_t p = 0; p < plan_.parts.size(); ++p)
      for (const auto& [place, value] : arrays_[p]->product()) {
        const auto [batch, m, n] = place;
        const std::tuple at(batch, m + (plan_.split == SlowSplit::kM ? plan_.cuts[p].first : 0), n + (plan_.split == SlowSplit::kN ? plan_.cuts[p].first : 0));
        const auto there = all.find(at);
        if (there == all.end()) all[at] = value;
        else there->second = naive::sum(g.type, there->second, value);
      }
    for (const auto& [place, value] : all) results[(std::get<0>(place) * g.m + std::get<1>(place)) * g.n + std::get<2>(place)] = naive::encode(g.type, value);
    run_.results.push_back(std::move(results));
  }
  [[nodiscard]] Account sum_of_accounts() const {
    Account sum;
    for (const auto& array : arrays_) sum = sum + array->account();
    return sum;
  }

  void tick_array(std::uint64_t n, std::uint64_t edge) {
    naive::GemmNaiveArray& array = *arrays_[n];
    if (commands_[n] && commands_[n]->visible == edge) {
      array.command(commands_[n]->what);
      commands_[n].reset();
    }
    for (; !answers_[n].empty() && answers_[n].front() == edge; answers_[n].pop_front()) array.answer();
    const bool open = array.open();
    const auto request = array.tick(edge);
    if (open && !array.open()) dones_.push_back(edge + 1);
    if (request) requests_[n].push_back({crossed(edge, s_.ngpc_khz, s_.memory_khz, s_.sync), *request});
  }

  /// Requests that are visible at one edge: by NFP, and of one NFP in the order in which they were sent.
  void tick_memory(std::uint64_t edge) {
    for (std::uint64_t n = 0; n < s_.nfps; ++n)
      for (; !requests_[n].empty() && requests_[n].front().visible == edge; requests_[n].pop_front()) {
        const naive::GemmRequest& request = requests_[n].front().what;
        run_.edges += gemm_request_text(edge, n, request.access == GemmAccess::kWrite, request.address, request.bytes);
        memory_.request(request.bytes, n);
      }
    for (const auto& answer : memory_.tick(edge)) answers_[answer.number].push_back(crossed(answer.edge, s_.memory_khz, s_.ngpc_khz, s_.sync));
  }

  const SlowGemmSetup& s_;
  Bits bits_;
  SlowGemmRun run_;
  std::vector<std::string> layer_lines_;
  std::vector<std::unique_ptr<naive::GemmNaiveArray>> arrays_;
  naive::GemmMemory memory_;
  std::vector<std::optional<Post<GemmJob>>> commands_;
  std::vector<std::deque<std::uint64_t>> answers_;
  std::vector<std::deque<Post<naive::GemmRequest>>> requests_;
  std::deque<std::uint64_t> dones_;
  Plan plan_;
  std::size_t layer_ = 0;
  std::uint64_t address_ = 0, layer_start_ = 0, pending_ = 0;
  Account account_then_;
  bool reducing_ = false, ended_ = false;
};

}  // namespace

SlowGemmRun run_slow_gemm_chip(const SlowGemmSetup& setup,
                               const std::function<std::uint16_t(std::size_t, int, std::uint64_t, std::uint64_t, std::uint64_t)>& bits) {
  return SlowGemmChip(setup, bits).run();
}

std::string gemm_request_text(std::uint64_t edge, std::uint64_t source, bool write, std::uint64_t address, std::uint64_t bytes) {
  return fmt::format("{} {} {} {}+{}\n", edge, source, write ? 'w' : 'r', address, bytes);
}

std::string gemm_account_text(const naive::GemmNaiveAccount& a) {
  return fmt::format("fill {} stream {} output_full {} drain {} weights {} dependency {} memory {} write_back {} idle {}", a.fill, a.stream, a.output_full,
                     a.drain, a.weights, a.dependency, a.memory, a.write_back, a.idle);
}

}  // namespace ngpcsim
