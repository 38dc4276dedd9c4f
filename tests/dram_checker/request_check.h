#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/dram_checker/address_map.h"
#include "tests/dram_checker/device.h"
#include "tests/dram_checker/request.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// The command trace against the requests that caused it (docs/dram.md, sections 3 and 7).
///
/// | violation | |
/// |---|---|
/// | request.unknown | a number that no request has |
/// | request.kind | a read served by a write, or the reverse |
/// | request.address | the place, through the mapping, belongs to no burst of the request that still needs it |
/// | request.twice | a burst served a second time |
/// | request.lost | a burst never served |
/// | request.early | before the request could be seen |
/// | queue.read, queue.write | the burst was not in the queue yet: too many older ones waited |
/// | data.order | a write ahead of an older read or an older overlapping write of the same burst, or one that joined one of two such writes |
/// | data.stale | a read from the DRAM of bytes that a queued write holds |
/// | data.forward, data.merge | no queued write from which the read could be answered, or which the write could join |
class RequestCheck {
 public:
  /// Throws BadInput for a request beyond the capacity.
  RequestCheck(const Device& device, const std::vector<Request>& requests);

  void take(const Command& command, Report& report);
  void finish(Report& report) const;

 private:
  using Burst = std::uint32_t;  ///< bursts of all requests, in their order
  struct Bytes {                ///< of a burst of the DRAM: [begin, end)
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  /// Bursts of one queue, in order of arrival: how far into them the trace has reached, and how many of those it has served.
  struct Queue {
    std::uint32_t bursts = 0;
    std::uint32_t reached = 0;
    std::uint32_t served = 0;
  };

  void index_bursts();
  [[nodiscard]] std::uint64_t first_block(std::uint64_t request) const { return requests_[request].address / burst_bytes_; }
  [[nodiscard]] std::uint64_t request_of(Burst burst) const;
  [[nodiscard]] Bytes bytes_of(Burst burst) const;
  [[nodiscard]] Queue& queue_of(const Command& command, bool write) { return queues_[geometry_.pseudo_channel_number(command) * 2 + (write ? 1 : 0)]; }

  void take_row(const Command& command, Report& report) const;
  void take_burst(const Command& command, Burst burst, Report& report);
  void check_queue(const Command& command, Burst burst, Report& report);
  void check_data(const Command& command, Burst burst, Report& report);
  void check_read(const Command& command, Burst burst, const std::vector<Burst>& older, Report& report) const;
  void check_write(const Command& command, Burst burst, const std::vector<Burst>& older, Report& report);
  /// Older bursts of requests for the same burst of the DRAM that are not served yet, oldest first.
  [[nodiscard]] std::vector<Burst> older_waiting(Burst burst);
  /// The bytes that wait in the queue place of a write: its own and those that joined it, as far as they are older than `before`.
  [[nodiscard]] std::vector<bool> waiting_bytes(Burst write, Burst before) const;

  static void add(Report& report, const char* rule, std::string what, const Command& command);

  Geometry geometry_;
  AddressMap map_;
  std::uint64_t burst_bytes_, read_queue_, write_queue_;
  const std::vector<Request>& requests_;
  std::vector<Burst> first_;                ///< of each request, and one behind the last
  std::vector<std::optional<Burst>> previous_;  ///< of each burst: the one before it that needs the same burst of the DRAM
  std::vector<std::uint32_t> ordinal_;      ///< of each burst: its number in its queue
  std::vector<bool> served_, settled_;      ///< settled: served, and so are all before it by previous_
  std::vector<Queue> queues_;               ///< reads and writes of each pseudo-channel
  std::unordered_map<Burst, std::vector<Burst>> joined_;  ///< by queued write
};

}  // namespace ngpcsim::dram_checker
