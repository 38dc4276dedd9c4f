#pragma once
#include <fmt/format.h>

#include "sim/base/clock_domain.h"
#include "sim/base/units.h"
#include "sim/events/span.h"

/// The rows of a chip's timeline, and what their values are called.
namespace ngpcsim::models {

/// Kernels of the host, one at a time: from the edge at which one starts to the one at which it ends. Their lengths sum up to `host_busy`.
[[nodiscard]] inline events::TrackSpec kernel_track(ClockDomain host) {
  return {.process = "GPU", .thread = "host kernels", .span = "kernel", .overlap = events::Overlap::kNever, .clock = host,
          .values = {"place", "probes", "composited_queries", "found_queries"}, .counter = {}};
}

/// Launches, from the edge at which the scheduler sees one to the one at which it tells the host that it is done.
[[nodiscard]] inline events::TrackSpec launch_track(ClockDomain ngpc) {
  return {.process = "NGPC", .thread = "launches", .span = "launch", .overlap = events::Overlap::kAllowed, .clock = ngpc,
          .values = {"launch", "queries"}, .counter = {}};
}

/// Loads of tables and weights, from the edge at which the scheduler asks for one to the one at which it sees the completion.
[[nodiscard]] inline events::TrackSpec load_track(ClockDomain ngpc) {
  return {.process = "NGPC", .thread = "table loads", .span = "table load", .overlap = events::Overlap::kNever, .clock = ngpc, .values = {}, .counter = {}};
}

/// Batches of one NFP, from their dispatch to the acknowledgement of their last write.
[[nodiscard]] inline events::TrackSpec batch_track(ClockDomain ngpc, NfpId nfp) {
  return {.process = fmt::format("NFP {}", nfp.value()), .thread = "batches", .span = "batch", .overlap = events::Overlap::kAllowed, .clock = ngpc,
          .values = {"launch", "first_query", "queries"}, .counter = "batches in flight"};
}

}  // namespace ngpcsim::models
