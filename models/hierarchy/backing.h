#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace ngpcsim::models::hierarchy {

/// What a slice asks of the memory behind it; `id` numbers the requests of a slice from 0.
struct Asked {
  bool write = false;
  std::uint64_t address = 0;  ///< in the slice
  std::uint32_t bytes = 0;
  std::uint64_t id = 0;
};

/// What it is told, in cycles of that memory.
struct Served {
  std::uint64_t id = 0;
  bool write = false;
  std::uint64_t cycle = 0;  ///< of the answer
};

/// The memory behind one slice, a DRAM in every chip: requests in order, answers in any order, its own cycles.
class Backing {
 public:
  Backing() = default;
  Backing(const Backing&) = delete;
  Backing& operator=(const Backing&) = delete;
  virtual ~Backing() = default;

  /// No request waits to be accepted.
  [[nodiscard]] virtual bool ready() const = 0;
  /// The cycle at which the last request was accepted, as a whole; only where it is ready, and one was offered.
  [[nodiscard]] virtual std::uint64_t accepted_at() const = 0;
  /// A request that arrives at `cycle`, at or behind all cycles so far; only where it is ready.
  virtual void offer(const Asked& request, std::uint64_t cycle) = 0;
  /// Everything up to `cycle` happens, that cycle included.
  virtual void advance(std::uint64_t cycle) = 0;
  /// The first cycle at which something happens for a request; none where all are served.
  [[nodiscard]] virtual std::optional<std::uint64_t> next_event() = 0;
  /// Answers since the last look, which may be known before their cycle; the caller empties it.
  [[nodiscard]] virtual std::vector<Served>& served() = 0;
  /// Bytes that were offered each way, for the sums at the end.
  [[nodiscard]] virtual std::uint64_t read_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t write_bytes() const = 0;
};

}  // namespace ngpcsim::models::hierarchy
