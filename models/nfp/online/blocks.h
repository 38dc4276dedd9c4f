#pragma once
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/fp16.h"
#include "models/encoding_engine/level_counters.h"
#include "models/mlp_engine/mlp_timing.h"

/// The blocks of an NFP in their online form (docs/timing.md, section 2): edge by edge, knowing of their neighbours only what has happened so far. A block of
/// the model and the same block in RTL stand behind the same interface, so that either can be a neighbour of the other.
///
/// `ready` and `valid` speak of the coming edge and depend on earlier edges only. `clock` is that edge: what was pushed and whether the head of the output queue
/// was taken; the caller pushes only into a block that is ready and takes only from one that is valid. The first call is edge 0.
namespace ngpcsim::models::online {

struct QueryRecord {
  std::array<float, 3> position{};
  std::array<float, 3> direction{};
  std::uint32_t ray = 0;         ///< unique within its launch
  bool first_of_launch = false;  ///< the query before it in this NFP belongs to another launch, or there is none
  bool last_of_batch = false;
};

/// Edges of a lane's issue stage by reason. Their sum is the number of edges so far; those after the last query are `input_empty`.
struct LaneCount {
  std::uint64_t queries = 0;  ///< issued
  std::uint64_t busy = 0;
  std::uint64_t conflict = 0;
  std::uint64_t output_full = 0;
  std::uint64_t input_empty = 0;
  std::uint64_t line_fill = 0;   ///< of grid SRAM mode `cached`, as the next
  std::uint64_t table_miss = 0;
  std::uint64_t page_sweep = 0;  ///< of grid SRAM mode `paged`
  friend bool operator==(const LaneCount&, const LaneCount&) = default;
};

/// What the last edge did inside a lane, for observers.
struct LaneEvents {
  bool front = false;  ///< a query entered the front pipeline
  bool issue = false;  ///< a query made its first access
};

/// One lane between fork and join.
class Lane {
 public:
  virtual ~Lane() = default;
  [[nodiscard]] virtual bool ready() const = 0;
  [[nodiscard]] virtual bool valid() const = 0;
  /// Of the head of the output queue, while `valid`: F features for each pass in turn, or the 16 coefficients of the direction. Valid until `clock`.
  [[nodiscard]] virtual std::span<const Fp16> values() const = 0;
  /// `pushed` may be null.
  virtual void clock(const QueryRecord* pushed, bool taken) = 0;
  [[nodiscard]] virtual LaneEvents events() const = 0;
  [[nodiscard]] virtual LaneCount count() const = 0;
};

class EngineLane : public Lane {
 public:
  /// The tables were loaded anew: corner registers are empty. Between two edges, the lane being empty.
  virtual void tables_loaded() = 0;
  /// One entry per pass.
  [[nodiscard]] virtual std::vector<LevelCounters> level_counters() const = 0;
};

class DirectionLane : public Lane {
 public:
  [[nodiscard]] virtual std::uint64_t evaluations() const = 0;
};

/// What the join writes into the feature buffer: feature f of level v at v * F + f, and the coefficients of the direction (zeros where nothing encodes it).
struct JoinedQuery {
  std::vector<Fp16> features;
  std::array<Fp16, 16> coefficients{};
  bool last_of_batch = false;
};

/// A step of the array at the last edge.
struct StepEvent {
  bool step = false;
  std::uint32_t phase = 0;
};

/// Feature buffer, array and output queue.
class MlpEngine {
 public:
  virtual ~MlpEngine() = default;
  [[nodiscard]] virtual bool ready() const = 0;
  [[nodiscard]] virtual bool valid() const = 0;
  /// Of the head of the output queue, while `valid`: the outputs of the last layer and, with NeRF last, the log density. Valid until `clock`.
  [[nodiscard]] virtual std::span<const Fp16> values() const = 0;
  virtual void clock(const JoinedQuery* joined, bool taken) = 0;
  [[nodiscard]] virtual StepEvent events() const = 0;
  [[nodiscard]] virtual MlpAccount account() const = 0;
  [[nodiscard]] virtual std::uint64_t weight_load_cycles() const = 0;
  [[nodiscard]] virtual std::uint64_t macs_useful() const = 0;
};

/// What the last edge did inside an NFP. Lanes are numbered group by group, the direction encoder behind the last engine.
struct NfpEvents {
  static constexpr std::size_t kMaxLanes = 65;
  std::bitset<kMaxLanes> push, front, issue;
  bool join = false;
  StepEvent mlp;
};

/// A whole NFP, from its input port to its output port.
class NfpCore {
 public:
  virtual ~NfpCore() = default;
  [[nodiscard]] virtual bool ready() const = 0;
  [[nodiscard]] virtual bool valid() const = 0;
  /// As MlpEngine::values.
  [[nodiscard]] virtual std::span<const Fp16> values() const = 0;
  /// `offered` may be null; it is accepted at this edge when `ready`, and must be offered again otherwise.
  virtual void clock(const QueryRecord* offered, bool taken) = 0;
  virtual void tables_loaded() = 0;
  [[nodiscard]] virtual const NfpEvents& events() const = 0;

  /// Engine lanes group by group.
  [[nodiscard]] virtual std::vector<LaneCount> engine_counts() const = 0;
  /// Level by level, summed over the engines that hold copies.
  [[nodiscard]] virtual std::vector<LevelCounters> level_counters() const = 0;
  [[nodiscard]] virtual LaneCount direction_count() const = 0;
  [[nodiscard]] virtual std::uint64_t direction_evaluations() const = 0;
  [[nodiscard]] virtual MlpAccount mlp_account() const = 0;
  [[nodiscard]] virtual std::uint64_t weight_load_cycles() const = 0;
  [[nodiscard]] virtual std::uint64_t macs_useful() const = 0;
};

}  // namespace ngpcsim::models::online
