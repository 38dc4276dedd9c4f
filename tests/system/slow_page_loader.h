#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/system/slow_chip.h"

/// docs/timing.md, section 3.2, "Loading", edge by edge.
namespace ngpcsim {

/// A page of every copy of a lane.
struct SlowPageName {
  std::uint64_t lane = 0, page = 0;
  friend bool operator==(const SlowPageName&, const SlowPageName&) = default;
};

/// The page loader with a port to memory for each NFP. Loads number over the run of their port.
class SlowPageLoader {
 public:
  explicit SlowPageLoader(const SlowChipSetup& setup) : s_(setup), ports_(setup.nfps) {}

  struct Request {
    std::uint64_t port = 0, load = 0, bytes = 0;
  };
  /// An ask is visible at `edge`.
  void ask(std::uint64_t nfp, const SlowPageName& page, std::uint64_t edge);
  /// The answer to a request of this load is visible. The NFPs to which the page is sent then: none before the last.
  [[nodiscard]] std::vector<std::uint64_t> answered(std::uint64_t port, std::uint64_t load);
  [[nodiscard]] const SlowPageName& page(std::uint64_t port, std::uint64_t load) const { return ports_[port].loads[load].page; }
  /// What is sent at this edge, after everything visible was told.
  [[nodiscard]] std::vector<Request> tick(std::uint64_t edge);

  void add_to(SlowPagingCounts& counts) const;

 private:
  struct Load {
    SlowPageName page;
    std::vector<std::uint64_t> nfps;     ///< that asked
    std::uint64_t visible = 0;           ///< edge of the first ask
    std::uint64_t bytes = 0;             ///< still to be asked for
    std::uint64_t requests = 0;          ///< without an answer
    bool begun = false;
    [[nodiscard]] bool complete() const { return begun && bytes == 0 && requests == 0; }
  };
  struct Port {
    std::vector<Load> loads{};   ///< in order of the queue
    std::size_t complete = 0;    ///< of them, from the first on
  };
  [[nodiscard]] bool may_begin(const Port& port, const Load& load, std::uint64_t edge) const;

  const SlowChipSetup& s_;
  std::vector<Port> ports_;
};

}  // namespace ngpcsim
