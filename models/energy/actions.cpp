#include "models/energy/actions.h"

#include "sim/base/error.h"

namespace ngpcsim::energy {

EncodingActions encoding_arithmetic(const EncodingPasses& passes) {
  check(passes.dims == 2 || passes.dims == 3, "grid encodings have 2 or 3 dimensions, not {}", passes.dims);
  const std::uint64_t all = passes.dense + passes.hashed;
  const std::uint64_t dims = passes.dims;
  if (passes.nearest)
    return {.position_fmas = all * dims, .index_multiplies = all * (dims - 1), .index_adds = passes.dense * (dims - 1), .index_xors = passes.hashed * (dims - 1)};
  const std::uint64_t corners = 1ull << dims;
  const std::uint64_t combines = (dims - 1) * corners;
  const std::uint64_t weight_products = 2 * corners - 4;  // 4 + 8 + ... + 2^D
  return {.position_fmas = all * dims,
          .index_multiplies = all * (dims - 1),
          .index_adds = all * dims + passes.dense * combines,
          .index_xors = passes.hashed * combines,
          .weight_subtracts = all * dims * (passes.smoothstep ? 2 : 1),
          .weight_multiplies = all * (weight_products + (passes.smoothstep ? 2 * dims : 0)),
          .interpolation_macs = all * corners * passes.features};
}

void add_locations(EncodingActions& actions, const EncodingPasses& passes) {
  const EncodingActions more = encoding_arithmetic(passes);
  actions.position_fmas += more.position_fmas;
  actions.index_multiplies += more.index_multiplies;
  actions.index_adds += more.index_adds;
  actions.index_xors += more.index_xors;
  actions.weight_subtracts += more.weight_subtracts;
  actions.weight_multiplies += more.weight_multiplies;
}

}  // namespace ngpcsim::energy
