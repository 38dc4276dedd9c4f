#include "tests/contract/gemm_case.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/base/rng.h"

namespace ngpcsim::contract {
namespace {

constexpr std::array<const char*, 4> kFlowNames{"broadcast", "os", "ws", "is"};

/// Small sizes often, larger ones now and then; at least 1.
std::uint64_t size(Rng& rng, std::uint32_t most) { return 1 + (rng.below(3) == 0 ? rng.below(most) : rng.below(1 + most / 3)); }

/// What a step takes or gives at most, in bytes.
std::uint64_t largest_step(const naive::GemmArraySetup& a, std::uint64_t b) {
  const std::uint64_t load = a.flow == naive::GemmFlow::kBroadcast ? std::min(a.load_width, a.rows * a.cols) : a.cols;
  return std::max({a.rows, a.cols, load}) * b;
}

}  // namespace

GemmCase random_gemm_case(std::uint64_t seed) {
  Rng rng(mix64(seed + 77));
  GemmCase c;
  c.seed = seed;
  naive::GemmArraySetup& a = c.array;
  a.flow = std::array{naive::GemmFlow::kBroadcast, naive::GemmFlow::kOs, naive::GemmFlow::kWs, naive::GemmFlow::kIs}[rng.below(4)];
  const bool broadcast = a.flow == naive::GemmFlow::kBroadcast;
  a.rows = broadcast ? 1U << rng.below(4) : size(rng, 6);
  a.cols = broadcast ? 1U << rng.below(4) : size(rng, 6);
  a.latency = 1 + rng.below(8);
  a.load_width = 1 + rng.below(12);
  a.prefetch = rng.below(2) == 0;
  a.unlimited = rng.below(6) == 0;
  naive::GemmJob& j = c.job;
  j.type = std::array{naive::GemmType::kInt8, naive::GemmType::kFp16, naive::GemmType::kBf16}[rng.below(3)];
  j.sums = rng.below(4) == 0;
  j.m = size(rng, 14), j.n = size(rng, 14), j.k = size(rng, 18);
  j.batch = rng.below(3) == 0 ? 1 + rng.below(3) : 1;
  const std::uint64_t b = size_of(j.type), o = j.sums ? 4 : result_size_of(j.type);
  // An array split among several has matrices with gaps between the members of a batch.
  j.a_pitch = j.m * j.k * b + rng.below(3) * 8, j.b_pitch = j.k * j.n * b + rng.below(3) * 8, j.c_pitch = j.m * j.n * o;
  j.a_address = rng.below(1000), j.b_address = 100'000 + rng.below(1000), j.c_address = 200'000 + rng.below(1000);
  a.request = 1U << (2 + rng.below(6));
  a.operand_queue = largest_step(a, b) + a.request + (rng.below(2) == 0 ? 0 : rng.below(200));
  const std::uint64_t results = (a.flow == naive::GemmFlow::kOs ? a.rows * a.cols : a.cols) * o;
  a.result_queue = results + a.request + (rng.below(2) == 0 ? 0 : rng.below(200));
  a.store = rng.below(3) == 0 ? 0 : rng.below(2) == 0 ? 1 + rng.below(static_cast<std::uint32_t>((j.m + j.n) * j.k * b)) : 1'000'000;
  a.accumulator = 4 * a.cols * size(rng, 12) + rng.below(4);
  c.bytes_per_cycle = rng.below(3) == 0 ? 1 + rng.below(4) : 1 + rng.below(64);
  c.latency = 1 + (rng.below(3) == 0 ? rng.below(60) : rng.below(6));
  c.outstanding = 1 + (rng.below(2) == 0 ? rng.below(3) : rng.below(32));
  c.sync = 1 + rng.below(2);
  c.command = rng.below(12);
  return c;
}

std::string text(const GemmCase& c) {
  const auto& a = c.array;
  const auto& j = c.job;
  return fmt::format(
      "case {}: {} {} x {} latency {} load width {} prefetch {} unlimited {} operand queue {} result queue {} store {} accumulator {} request {}; {} x {} x {} "
      "batch {} type {} sums {}; memory {} B/cycle latency {} "
      "outstanding {} sync {}; command {}",
      c.seed, kFlowNames[static_cast<std::size_t>(a.flow)], a.rows, a.cols, a.latency, a.load_width, a.prefetch, a.unlimited, a.operand_queue, a.result_queue,
      a.store, a.accumulator, a.request, j.m, j.n, j.k, j.batch, static_cast<int>(j.type), j.sums, c.bytes_per_cycle, c.latency, c.outstanding, c.sync,
      c.command);
}

models::GemmArray model_array(const naive::GemmArraySetup& a) {
  constexpr std::array kFlows{models::Dataflow::kBroadcast, models::Dataflow::kSystolicOs, models::Dataflow::kSystolicWs, models::Dataflow::kSystolicIs};
  return {.dataflow = kFlows[static_cast<std::size_t>(a.flow)],
          .rows = a.rows,
          .cols = a.cols,
          .latency = a.latency,
          .load_width = a.load_width,
          .prefetch = a.prefetch,
          .unlimited = a.unlimited,
          .operand_queue = a.operand_queue,
          .result_queue = a.result_queue,
          .operand_store = a.store,
          .accumulator = a.accumulator,
          .request = a.request};
}

models::GemmPart model_part(const naive::GemmJob& j) {
  models::GemmPart part{.m = j.m,
                        .n = j.n,
                        .k = j.k,
                        .batch = j.batch,
                        .operand_bytes = size_of(j.type),
                        .result_bytes = j.sums ? 4 : result_size_of(j.type),
                        .operands = {},
                        .results = {j.c_address, j.c_pitch},
                        .addends = j.addends};
  part.operands[0] = {j.a_address, j.a_pitch};
  part.operands[1] = {j.b_address, j.b_pitch};
  return part;
}

models::GemmElements case_elements(const GemmCase& c) {
  const stream::Gemm gemm{.name = {}, .m = c.job.m, .n = c.job.n, .k = c.job.k, .batch = c.job.batch, .type = static_cast<stream::OperandType>(c.job.type)};
  return models::synthetic_elements(gemm, 0, c.seed);
}

std::string difference(const GemmTrace& naive, const GemmTrace& model) {
  for (std::size_t n = 0; n < std::min(naive.requests.size(), model.requests.size()); ++n) {
    const auto &a = naive.requests[n], &b = model.requests[n];
    if (!(a == b))
      return fmt::format("request {}: naive kind {} address {} bytes {} at {}, model kind {} address {} bytes {} at {}", n, static_cast<int>(a.access),
                         a.address, a.bytes, a.edge, static_cast<int>(b.access), b.address, b.bytes, b.edge);
  }
  if (naive.requests.size() != model.requests.size()) return fmt::format("requests: naive {}, model {}", naive.requests.size(), model.requests.size());
  for (std::size_t n = 0; n < std::min(naive.entries.size(), model.entries.size()); ++n)
    if (naive.entries[n] != model.entries[n]) return fmt::format("step {}: naive enters at {}, model at {}", n, naive.entries[n], model.entries[n]);
  if (naive.entries.size() != model.entries.size()) return fmt::format("steps: naive {}, model {}", naive.entries.size(), model.entries.size());
  if (naive.done != model.done || naive.active != model.active)
    return fmt::format("naive done {} active {}, model done {} active {}", naive.done, naive.active, model.done, model.active);
  const auto account = [](const models::GemmAccount& a) {
    return fmt::format("fill {} stream {} output_full {} drain {} weights {} dependency {} memory {} write_back {} idle {}", a.fill, a.stream, a.output_full,
                       a.drain, a.weights, a.dependency, a.memory, a.write_back, a.idle);
  };
  if (naive.account != model.account) return "naive " + account(naive.account) + ", model " + account(model.account);
  if (naive.results != model.results) {
    const auto [a, b] = std::mismatch(naive.results.begin(), naive.results.end(), model.results.begin(), model.results.end());
    return a == naive.results.end() ? std::string("another number of results")
                                    : fmt::format("result {}: naive {:#x}, model {:#x}", a - naive.results.begin(), *a, b == model.results.end() ? 0 : *b);
  }
  return {};
}

}  // namespace ngpcsim::contract
