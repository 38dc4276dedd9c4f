#include "sim/app/result/network_result.h"

#include "models/mlp_engine/lowering.h"
#include "sim/app/result/chip_bits.h"

namespace ngpcsim::app {

Json network_result(const RunFacts& facts) {
  const models::EncodingParams& encoding = facts.config.workload.encoding;
  const std::vector<models::Layer> layers = models::network_layers(facts.config.workload.network, models::encoded_values(encoding));
  const std::uint64_t table_parameters = models::total_entries(facts.levels) * encoding.features;
  const std::uint64_t weights = models::padded_weights(layers);
  const std::uint64_t lookups = std::uint64_t{encoding.levels} * models::corners_read(encoding.interpolation, encoding.dims);
  return {{"table_parameters", table_parameters},
          {"weights", weights},
          {"table_bytes_fp16", table_parameters * kFp16Bytes},
          {"inputs", models::encoded_values(encoding)},
          {"lookups_per_query", lookups},
          {"lookup_bytes_per_query_fp16", lookups * encoding.features * kFp16Bytes},
          {"macs_per_query", models::useful_macs(layers)},
          {"padded_macs_per_query", weights}};
}

}  // namespace ngpcsim::app
