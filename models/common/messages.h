#pragma once
#include <cstdint>
#include <functional>

#include "sim/base/units.h"
#include "sim/events/span.h"
#include "workloads/stream/query_stream.h"

/// What blocks say to each other: data only.
namespace ngpcsim::models {

enum class MemoryAccess { kRead, kWrite, kAtomicAdd };

struct MemoryRequest {
  MemoryAccess access = MemoryAccess::kRead;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  SourceId source;
  std::uint64_t id = 0;  ///< the source's own number, returned with the answer
  bool wants_answer = true;  ///< false: the answer to a later request of the source, which cannot come before this one's, is enough
};

/// Told of a request and of the memory's edge at which it is taken.
using MemoryObserver = std::function<void(std::uint64_t edge, const MemoryRequest&)>;

struct MemoryResponse {
  MemoryAccess access = MemoryAccess::kRead;
  std::uint64_t id = 0;
};

/// Work of the host for the NGPC: the queries of one round of one ray group. They and the directions of their rays stay where they are until the launch is done.
struct Launch {
  std::uint64_t id = 0;
  const stream::Queries* queries = nullptr;
  stream::Directions directions{};
  std::uint64_t count = 0;
  bool load_tables = false;  ///< tables and weights are loaded before this launch starts
};

struct LaunchDone {
  std::uint64_t id = 0;
};

/// A part of a launch for one NFP: queries `first .. first + count`.
struct Batch {
  std::uint64_t launch = 0;
  const stream::Queries* queries = nullptr;
  stream::Directions directions{};
  std::uint64_t first = 0;
  std::uint32_t count = 0;
  std::uint64_t table_epoch = 0;  ///< grows with every load of the tables
  events::SpanId span{};          ///< of the timeline, ended by who finishes the batch
};

struct BatchDone {
  NfpId nfp;
  std::uint64_t launch = 0;
  std::uint32_t count = 0;
};

/// Of grid SRAM mode `paged`: an NFP wants a page of a lane's tables, for one of the lane's uses.
struct PageAsk {
  NfpId nfp;
  std::uint32_t lane = 0, page = 0;
  std::uint64_t use = 0;      ///< the lane's own number, returned with the answer
  std::uint64_t address = 0;  ///< of the page in memory
  std::uint32_t bytes = 0;
};

struct PageLoaded {
  std::uint32_t lane = 0;
  std::uint64_t use = 0;
};

struct LoadTables {};
struct TablesLoaded {};

}  // namespace ngpcsim::models
