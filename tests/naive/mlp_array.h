#pragma once
#include <optional>
#include <vector>

#include "tests/naive/network_values.h"
#include "tests/naive/registered.h"
#include "tests/naive/result.h"

namespace ngpcsim::naive {

/// What the join writes into the feature buffer.
struct Joined {
  std::size_t query = 0;
  std::vector<Half> features;
  std::vector<Half> direction;
};

/// The MLP engine with its feature buffer and output queue, dataflow `broadcast`: sequencer, weight loader, array pipeline.
class MlpArray {
 public:
  /// `queries` is the whole stimulus.
  MlpArray(const MlpSetup& mlp, std::size_t feature_buffer, const std::vector<Query>& queries, bool functional);

  [[nodiscard]] bool input_ready() const { return features_.ready(); }
  void push(Joined joined) { features_.push(std::move(joined)); }
  [[nodiscard]] bool output_visible() const { return output_.visible() > 0; }
  /// Takes the next output, which is that of the next query in order.
  std::vector<Half> pop();

  void tick(Edge edge);
  void commit();

  /// Adds the steps and counters to `result`.
  void report(NfpResult& result) const;

 private:
  /// A query of the tile in work. `phases_done` counts the phases whose result has been written back.
  struct Member {
    std::size_t phases_done = 0;
    std::optional<Activations> values;
  };
  /// Results in the array pipeline: members `first ..` of the tile. Only results of the last phase outlive their tile.
  struct Results {
    bool last_phase = false;
    std::size_t first = 0;
    std::size_t count = 0;
    std::vector<std::vector<Half>> outputs;  ///< of the last phase
  };

  [[nodiscard]] bool last_phase() const { return phase_ + 1 == phases_.size(); }
  /// Queries the next step will hold once they have arrived, 0 after the last.
  [[nodiscard]] std::size_t step_size() const;
  [[nodiscard]] bool closes_tile(std::size_t query, std::size_t size) const;
  [[nodiscard]] bool operands_there(std::size_t count) const;
  [[nodiscard]] bool weights_loaded() const { return next_ > 0 || load_left_ == 0; }
  void step(Edge edge, std::size_t count);
  void gather(std::size_t count);
  void compute(Results& results);
  void advance(std::size_t count);
  void account_idle(std::size_t count);

  const MlpSetup& mlp_;
  const std::vector<Query>& queries_;
  bool functional_;
  std::vector<Phase> phases_;
  Queue<Joined> features_;
  std::vector<Member> tile_;           ///< members that have been read from the feature buffer
  std::size_t tile_first_ = 0;         ///< number of the first query of the tile
  std::size_t phase_ = 0;
  std::size_t next_ = 0;               ///< member with which the next step begins
  std::uint64_t load_left_ = 0;        ///< edges until the weights of the next phase are there
  std::uint64_t load_starting_ = 0;    ///< load that begins after this edge
  std::uint64_t load_edges_ = 0;       ///< of all loads begun
  Pipeline<Results> array_;
  std::optional<Results> writing_;     ///< results written back at this edge, visible from the next on
  Credits output_slots_;
  Queue<std::vector<Half>> output_;
  std::vector<Step> steps_;
  EdgeCount edges_;
  std::uint64_t macs_clocked_ = 0;
  std::uint64_t macs_useful_ = 0;
};

}  // namespace ngpcsim::naive
