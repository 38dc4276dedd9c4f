#pragma once
#include <cstdint>

namespace ngpcsim::models {

/// The edges between which a pipeline was active.
struct PipelineSpan {
  std::uint64_t first_accept = 0, first_join = 0, last_join = 0, first_pop = 0, last_pop = 0;
};

}  // namespace ngpcsim::models
