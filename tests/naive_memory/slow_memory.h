#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tests/naive_memory/result.h"
#include "tests/naive_memory/setup.h"
#include "tests/naive_memory/slice.h"

namespace ngpcsim::naive_memory {

/// The whole memory: ports, crossbar, slices. Everything is looked at on every edge; a run ends at the edge of the last answer to a source, background or not.
class SlowMemory {
 public:
  /// Requests of a source are in their order.
  SlowMemory(const MemorySetup& setup, const std::vector<Request>& requests);
  /// Throws std::runtime_error where nothing ends.
  [[nodiscard]] Result run();

 private:
  struct Port {
    std::uint64_t bytes = 0;
    std::deque<Piece> pieces{};  ///< that have not left
    Edge may_send = 0;           ///< t' + d'
    std::optional<Edge> last_left{};  ///< of the last piece so far
    Edge may_take = 0;           ///< t'' + i''
    unsigned next_slice = 0;     ///< round_robin: the first one to look at
  };
  struct Progress {
    Request request;
    std::size_t pieces_away = 0;  ///< that are not at the port again, or on their way there
    Edge edge = 0;                ///< at which the last of the others is there
  };

  void add(const Request& request);
  void step(Edge edge);
  void grant(unsigned slice, Edge edge);
  void take_answer(unsigned source, Edge edge);

  MemorySetup setup_;
  std::vector<Port> ports_;
  std::vector<Slice> slices_;
  std::vector<unsigned> next_source_;  ///< of every slice; round_robin: the first one to look at
  std::vector<Progress> requests_;
  std::vector<std::uint64_t> background_;  ///< the next request, by port
  std::size_t unanswered_ = 0;    ///< of the sources
  Edge last_answer_ = 0;          ///< to a source
};

/// A run of its own.
[[nodiscard]] Result run_slowly(const MemorySetup& setup, const std::vector<Request>& requests);

}  // namespace ngpcsim::naive_memory
