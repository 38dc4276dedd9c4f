#pragma once
#include <memory>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// The same queries as if none waited for another's result: a group gives all of them in its first round, round after round, with the sum of their work. No host can do
/// so with sphere or delta tracking; it shows a cluster without the tails of its rounds.
[[nodiscard]] std::unique_ptr<stream::QuerySource> in_one_round(std::unique_ptr<stream::QuerySource> source);

}  // namespace ngpcsim::workloads
