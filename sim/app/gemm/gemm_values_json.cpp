#include "sim/app/gemm/gemm_values_json.h"

#include <fmt/format.h>

#include "models/chip/gemm_values_of.h"
#include "models/nfp/functional_network.h"

namespace ngpcsim::app {

Json gemm_values_json(const GemmConfig& config, const models::GemmRunRecord& record) {
  Json products = Json::array();
  for (std::size_t layer = 0; layer < record.layers.size(); ++layer) {
    const stream::Gemm& gemm = record.layers[layer].gemm;
    const std::uint64_t digest =
        models::gemm_digest(models::gemm_value_setup(config.chip, gemm), gemm, models::synthetic_elements(gemm, layer, models::kSyntheticSeed));
    products.push_back({{"name", gemm.name}, {"digest", fmt::format("{:016x}", digest)}});
  }
  return {{"products", std::move(products)}, {"parameters", fmt::format("synthetic, seed {}", models::kSyntheticSeed)}};
}

std::string gemm_values_line(const Json& values) {
  const Json& products = values.at("products");
  return fmt::format("  values      {} {} of synthetic operands, the first with digest {}\n", products.size(), products.size() == 1 ? "product" : "products",
                     products.empty() ? "none" : products.front().at("digest").get<std::string>());
}

}  // namespace ngpcsim::app
