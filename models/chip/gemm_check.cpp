#include <algorithm>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include "models/chip/gemm_chip.h"
#include "models/chip/gemm_cluster.h"
#include "models/common/ceil_div.h"
#include "models/gemm/cost.h"

namespace ngpcsim::models {
namespace {

constexpr Wide kMostCounted = Wide{1} << 63;  ///< counters, edges, picoseconds and bytes stay below
constexpr std::uint64_t kPicosecondsPerKhz = 1'000'000'000;

[[noreturn]] void refuse(const GemmSetup& setup, std::string_view parameter, const std::string& what, const std::string& allowed) {
  throw InputError(setup.where(parameter), what, allowed);
}

void check_list(const GemmSetup& setup, std::span<const stream::Gemm> list) {
  if (list.empty()) refuse(setup, "workload.list", "the list has no multiplication", "at least one");
  Wide sum = 0;
  for (const stream::Gemm& gemm : list) {
    Wide macs = 1;
    for (const std::uint64_t size : {gemm.m, gemm.n, gemm.k, gemm.batch}) {
      if (size == 0)
        refuse(setup, "workload.list", fmt::format("multiplication '{}': {} x {} x {}, {} times", gemm.name, gemm.m, gemm.n, gemm.k, gemm.batch),
               "sizes of at least 1");
      macs = std::min<Wide>(macs * size, kMostCounted);
    }
    sum += macs;
    if (sum >= stream::kMostMacs)
      refuse(setup, "workload.list",
             fmt::format("with multiplication '{}' ({} x {} x {}, {} times) the list has {} multiply-accumulates or more", gemm.name, gemm.m, gemm.n, gemm.k,
                         gemm.batch, stream::kMostMacs),
             "fewer");
  }
}

void check_array(const GemmSetup& setup) {
  const MlpEngineParams& engine = setup.chip.nfp.mlp_engine;
  if (engine.dataflow != Dataflow::kBroadcast) return;
  const auto need_power = [&](std::string_view path, std::string_view name, std::uint32_t value) {
    if (!std::has_single_bit(value))
      refuse(setup, path, fmt::format("{} {} with dataflow broadcast, whose sums are balanced trees", name, value), "a power of two, or a systolic dataflow");
  };
  need_power("chip.nfp.mlp_engine.rows", "rows", engine.rows);
  need_power("chip.nfp.mlp_engine.cols", "cols", engine.cols);
}

/// The first fold of a part is its largest. A step's data may end in a request that reaches beyond it, and its results may leave a request incomplete.
void check_queues(const GemmSetup& setup, const stream::Gemm& gemm, const GemmArray& array, const GemmPart& part) {
  const FoldPlan plan(array, part);
  const Fold fold = plan.fold({});
  const std::uint64_t step = std::max({fold.stream_bytes[0], fold.stream_bytes[1], fold.load_bytes});
  if (step + array.request > array.operand_queue)
    refuse(setup, "chip.gemm.operand_queue_bytes",
           fmt::format("operand_queue_bytes {} cannot hold the {} B of a step of multiplication '{}' and a request of {} B", array.operand_queue, step,
                       gemm.name, array.request),
           fmt::format("at least {}", step + array.request));
  const std::uint64_t results =
      std::max(fold.step_results, fold.end_results) > 0 ? std::max(fold.step_results, fold.end_results) : fold.cols * part.result_bytes;
  if (results + array.request > array.result_queue)
    refuse(setup, "chip.gemm.result_queue_bytes",
           fmt::format("result_queue_bytes {} cannot hold the {} B that a {} of multiplication '{}' gives and a request of {} B", array.result_queue, results,
                       fold.end_results > 0 ? "fold" : "step", gemm.name, array.request),
           fmt::format("at least {}", results + array.request));
  if (fold.keeps && array.accumulator < stream::kSumBytes * array.cols)
    refuse(setup, "chip.gemm.accumulator_bytes",
           fmt::format("accumulator_bytes {} cannot hold the sums of one step of {} columns", array.accumulator, array.cols),
           fmt::format("at least {}", stream::kSumBytes * array.cols));
}

/// More edges than a run can take: every edge of an array belongs to a step, to a wait of fixed length between steps, or to the way of a request.
class LengthBound {
 public:
  explicit LengthBound(const GemmSetup& setup) : chip_(setup.chip), array_(gemm_array(setup.chip)) {}

  void add(const std::vector<GemmPart>& parts) {
    Wide longest = 0;
    for (const GemmPart& part : parts) {
      const PartCost cost = part_cost(array_, part);
      const FoldPlan plan(array_, part);
      const Wide folds = cost.folds * (part.reduction() ? Wide{plan.outer()} : Wide{1});
      longest = std::max(longest, cost.edges + folds * (plan.hold() + plan.depth() + plan.turnaround() + plan.column_edges() + 4));
      const Wide steps = cost.edges;
      macs_ += steps * array_.rows * array_.cols;
      if (!array_.unlimited) requests_ += cost.bytes() / array_.request + 2 * folds + 4;
    }
    steps_ += longest + chip_.scheduler.dispatch_cycles + 4;
  }
  [[nodiscard]] bool fits() const {
    const Wide in_memory = ceil_div(array_.request, chip_.memory.bytes_per_cycle) + chip_.memory.latency_cycles + chip_.memory.sync_cycles + 3;
    const Wide round_trip = (in_memory * chip_.clock_khz) / chip_.memory.clock_khz + chip_.memory.sync_cycles + 4;
    const Wide edges = steps_ + requests_ * round_trip;
    const Wide memory_edges = edges * chip_.memory.clock_khz / chip_.clock_khz + in_memory;
    const Wide slower = std::min(chip_.clock_khz, chip_.memory.clock_khz);
    return edges < kMostCounted && edges * chip_.nfps < kMostCounted && edges * kPicosecondsPerKhz / slower < kMostCounted && memory_edges < kMostCounted &&
           memory_edges * chip_.memory.bytes_per_cycle < kMostCounted && macs_ < kMostCounted;
  }

 private:
  const ChipParams& chip_;
  GemmArray array_;
  Wide steps_ = 0, requests_ = 0, macs_ = 0;
};

}  // namespace

void check_gemm_setup(const GemmSetup& setup, std::span<const stream::Gemm> list) {
  check_list(setup, list);
  check_array(setup);
  static_cast<void>(ChipMemory(setup.chip.memory, setup.dram, setup.where));
  const SplitSetup split = gemm_split(setup.chip);
  LengthBound length(setup);
  for (const stream::Gemm& gemm : list) {
    const SplitGemm work = split_gemm(split, gemm, 0);
    if (!split.array.unlimited) {
      check_queues(setup, gemm, split.array, work.parts.front());
      if (!work.reduction.empty()) check_queues(setup, gemm, split.array, work.reduction.front());
    }
    length.add(work.parts);
    length.add(work.reduction);
    if (!length.fits())
      refuse(setup, "workload.list", fmt::format("with multiplication '{}' the run may take longer than time and counters of 63 bits can tell", gemm.name),
             "smaller sizes, a shorter list, or a larger array");
  }
}

}  // namespace ngpcsim::models
