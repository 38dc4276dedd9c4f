#pragma once
#include <optional>
#include <vector>

#include "tests/naive/registered.h"
#include "tests/naive/result.h"
#include "tests/naive/unit.h"
#include "tests/naive/window.h"

namespace ngpcsim::naive {

/// What a lane does not share with the others of its kind.
struct LaneDepths {
  std::size_t input_queue;   ///< Din
  std::size_t index_queue;   ///< Dq
  std::size_t output_queue;  ///< Do
  std::size_t front_latency; ///< Lf
  std::size_t back_latency;  ///< Lb
  bool planted_fault = false;  ///< of the output slots, see Credits
  std::size_t window = 1;      ///< W
};

/// One lane: input queue, front pipeline, index queue, issue register (or a window of several passes), back pipeline, output queue. Everything is a register of the
/// hardware; `tick` is one edge, `commit` its clock.
class Lane {
 public:
  /// `queries` is the whole stimulus; `expected` how many of them this lane will see (an engine with no query to come is idle, not blocked).
  Lane(const LaneDepths& depths, Unit& unit, const std::vector<Query>& queries, std::size_t expected, bool functional);

  [[nodiscard]] bool input_ready() const { return input_.ready(); }
  void push(Edge edge, std::size_t query);

  /// The query at the head of the output queue, if one is visible.
  [[nodiscard]] std::optional<std::size_t> head() const;
  /// The join takes the head: the values of that query, and its slot is free from the next edge on.
  std::vector<Half> pop();

  void tick(Edge edge);
  void commit();

  [[nodiscard]] const LaneResult& result() const { return result_; }

 private:
  /// One index record: all corners of one pass of a query.
  struct Record {
    std::size_t query = 0;
    unsigned pass = 0;
  };
  struct Finished {
    std::size_t query = 0;
    std::vector<Half> values;
  };
  /// The issue register: the record whose accesses are being made.
  struct Serving {
    Record record;
    std::uint64_t busy_left = 0;
    std::uint64_t conflict_left = 0;
  };

  void enter_front(Edge edge);
  void issue(Edge edge);
  void serve();
  void access();
  void begin_pass(const Record& record);
  void enter_window(Edge edge);
  void work_in_window();
  void finish(std::size_t query);

  Unit& unit_;
  const std::vector<Query>& queries_;
  std::size_t expected_;
  bool functional_;

  Queue<std::size_t> input_;
  std::optional<Record> last_entered_;      ///< the pass that entered the front pipeline last
  Pipeline<Record> front_;
  Credits index_slots_;                     ///< counts queries, while the queue itself holds one record per pass
  Queue<Record> index_;
  std::optional<Serving> serving_;          ///< policy `serial`
  std::optional<Window> window_;            ///< policy `overlap`
  Pipeline<Finished> back_;
  Credits output_slots_;
  Queue<Finished> output_;
  LaneResult result_;
};

}  // namespace ngpcsim::naive
