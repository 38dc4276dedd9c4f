#include <deque>

#include "models/gemm/array_timing.h"
#include "models/gemm/request_port.h"
#include "models/memory/ideal_pipe.h"
#include "tests/contract/gemm_case.h"
#include "tests/naive/gemm_array.h"
#include "tests/naive/gemm_memory.h"

namespace ngpcsim::contract {
namespace {

constexpr std::uint64_t kTooLong = 5'000'000;

naive::GemmNumber number(const GemmCase& c, const models::GemmElements& elements, const naive::GemmElement& e) {
  return naive::decode(c.job.type, elements(e.operand == 0 ? models::Operand::kA : models::Operand::kB, e.batch, e.line, e.k));
}

}  // namespace

GemmTrace run_naive(const GemmCase& c) {
  GemmTrace trace;
  const models::GemmElements elements = case_elements(c);
  naive::GemmNaiveArray array(c.array, [&](const naive::GemmElement& e) { return number(c, elements, e); });
  naive::GemmMemory memory(c.bytes_per_cycle, c.latency, c.outstanding);
  std::deque<std::uint64_t> to_memory, to_array;  // edges at which requests and answers are visible
  for (std::uint64_t edge = 0; edge < kTooLong; ++edge) {
    if (edge == c.command) array.command(c.job);
    for (; !to_memory.empty() && to_memory.front() == edge; to_memory.pop_front())
      memory.request(trace.requests[trace.requests.size() - to_memory.size()].bytes, 0);
    for (const auto& answer : memory.tick(edge)) to_array.push_back(answer.edge + c.sync);
    for (; !to_array.empty() && to_array.front() == edge; to_array.pop_front()) array.answer();
    if (const auto request = array.tick(edge)) {
      trace.requests.push_back({edge, request->access, request->address, request->bytes});
      to_memory.push_back(edge + c.sync);
    }
    if (edge >= c.command && !array.open()) {
      trace.done = edge;
      break;
    }
  }
  check(trace.done > 0, "the naive array does not end");
  const naive::GemmNaiveAccount& a = array.account();
  trace.account = {.fill = a.fill,
                   .stream = a.stream,
                   .output_full = a.output_full,
                   .drain = a.drain,
                   .weights = a.weights,
                   .dependency = a.dependency,
                   .memory = a.memory,
                   .write_back = a.write_back,
                   .idle = a.idle - 1};
  trace.active = array.active();
  trace.entries = array.entries();
  for (const auto& [place, value] : array.product()) trace.results.push_back(naive::encode(c.job.type, value));
  return trace;
}

GemmTrace run_model(const GemmCase& c) {
  GemmTrace trace;
  models::ArrayTiming timing(model_array(c.array));
  models::RequestPort port(timing);
  models::IdealPipe pipe({.bytes_per_cycle = static_cast<std::uint32_t>(c.bytes_per_cycle),
                          .latency_cycles = static_cast<std::uint32_t>(c.latency),
                          .outstanding = static_cast<std::uint32_t>(c.outstanding)});
  std::vector<models::StepRun> runs;
  timing.watch_entries(&runs);
  timing.start(model_part(c.job), c.command);
  struct Answer {
    std::uint64_t edge;
    models::RequestPort::Kind kind;
    std::uint64_t bytes;
  };
  std::deque<Answer> answers;
  for (std::uint64_t edge = c.command; trace.done == 0; ++edge) {
    check(edge < kTooLong, "the model does not end");
    for (; !answers.empty() && answers.front().edge == edge; answers.pop_front()) {
      if (answers.front().kind == models::RequestPort::Kind::kWrite) timing.acknowledge(answers.front().bytes, edge);
      else timing.answer(answers.front().kind == models::RequestPort::Kind::kReadA ? models::Operand::kA : models::Operand::kB, answers.front().bytes, edge);
      while (!timing.advance(1)) {
      }
    }
    if (edge == c.command) while (!timing.advance(1)) {
      }
    if (c.array.unlimited) trace.done = timing.last_result() + 1;
    else if (timing.stepped() && timing.written()) trace.done = edge;
    if (trace.done > 0 || port.next_edge() != edge) continue;
    const auto [kind, block] = port.send(edge);
    constexpr std::array kAccess{naive::GemmAccess::kReadA, naive::GemmAccess::kReadB, naive::GemmAccess::kWrite};
    trace.requests.push_back({edge, kAccess[static_cast<std::size_t>(kind)], block.address, block.bytes});
    answers.push_back({pipe.serve(edge + c.sync, static_cast<std::uint32_t>(block.bytes)) + c.sync, kind, block.bytes});
  }
  timing.finish(trace.done);
  trace.account = timing.counters().account;
  trace.active = timing.counters().active_cycles;
  for (const models::StepRun& run : runs)
    for (std::uint64_t n = 0; n < run.steps; ++n) trace.entries.push_back(run.edge + n);
  const stream::Gemm gemm{.name = {}, .m = c.job.m, .n = c.job.n, .k = c.job.k, .batch = c.job.batch, .type = static_cast<stream::OperandType>(c.job.type)};
  trace.results = models::gemm_results({.dataflow = model_array(c.array).dataflow, .rows = c.array.rows, .k_parts = {gemm.k}}, gemm, case_elements(c));
  return trace;
}

}  // namespace ngpcsim::contract
