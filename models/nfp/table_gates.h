#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "models/dma/chunk_stream.h"
#include "models/encoding_engine/level_counters.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::models {

/// Queries of a chunk that enter the engines together, once what they need of the tables is there.
struct TableGate {
  std::uint32_t first = 0, count = 0;  ///< queries of its chunk
  bool ends_chunk = false;
  std::uint64_t filled = 0;            ///< edge before which its first query is not offered
};

/// Services of a chunk's queries in the lanes, `cycles[i * stride + lane]`, for who adds to them.
struct ServiceCells {
  std::uint16_t* cycles = nullptr;
  std::uint32_t stride = 0, queries = 0;
  std::uint64_t first_query = 0;  ///< number over the run
};

/// What stands in front of the engines where the grid SRAM does not hold whole tables: looks at chunks as their data arrive, fetches what is missing, and says when
/// queries may enter. Chunks come, and gates go, in order.
class TableGates {
 public:
  virtual ~TableGates() = default;

  /// The data of the next chunk are there at `edge`.
  virtual void arrived(const Chunk& chunk, std::uint64_t edge) = 0;
  /// Takes what has come from memory up to `edge`.
  virtual void take_answers(std::uint64_t edge) = 0;
  /// Sends the fetches that may be sent at `edge`, when all that happens up to `edge` is known. Returns the next edge at which it wants to be asked again.
  virtual std::optional<std::uint64_t> send(std::uint64_t edge) = 0;

  /// The next gate to enter, if it is known when what it needs is there.
  [[nodiscard]] virtual std::optional<TableGate> next() const = 0;
  /// Its last query was accepted at `edge`.
  virtual void entered(std::uint64_t edge) = 0;

  /// The services of the oldest chunk of which no gate has entered grow by what is written into the banks for its queries.
  virtual void add_fills(const ServiceCells&) {}
  /// Edges that this has taken, by engine lane, group by group; none where nothing is ever added.
  [[nodiscard]] virtual std::span<const std::uint64_t> fill_cycles() const { return {}; }
  /// What engines wait for when a gate is late.
  [[nodiscard]] virtual stats::StallReason reason() const = 0;

  /// Completes the counters of the levels.
  virtual void complete(std::span<LevelCounters> levels) const = 0;
  /// What it waits for, for messages; empty where nothing.
  [[nodiscard]] virtual std::string waiting_for() const = 0;
  /// First edge behind everything that it has done so far ahead of the pipeline.
  [[nodiscard]] virtual std::uint64_t done_until() const { return 0; }
};

}  // namespace ngpcsim::models
