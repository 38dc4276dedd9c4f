#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "models/mlp_engine/mlp_values.h"

/// A network layer once more, slow and plain: recursive sums in float, the compiler's half type, nothing shared with the model but the weights.
namespace ngpcsim::test {

inline float widen(models::Fp16 value) { return static_cast<float>(std::bit_cast<_Float16>(value.bits)); }

/// Sum of terms[first .. first + leaves) as a balanced tree; +0 beyond the end.
inline float recursive_sum(const std::vector<float>& terms, std::size_t first, std::size_t leaves) {
  if (leaves == 1) return first < terms.size() ? terms[first] : 0.0f;
  return recursive_sum(terms, first, leaves / 2) + recursive_sum(terms, first + leaves / 2, leaves / 2);
}

inline std::vector<models::Fp16> slow_layer(const models::MlpLayer& layer, const std::vector<models::Fp16>& in, std::uint32_t rows, bool relu) {
  std::size_t leaves = 1;
  while (leaves < rows) leaves *= 2;
  const std::uint32_t padded = (layer.inputs() + 15) / 16 * 16;
  std::vector<models::Fp16> out;
  for (std::uint32_t o = 0; o < layer.outputs(); ++o) {
    float sum = 0.0f;
    for (std::uint32_t first = 0; first < padded; first += rows) {
      std::vector<float> products;
      for (std::uint32_t i = first; i < first + rows && i < layer.inputs(); ++i) products.push_back(widen(layer.weight(o, i)) * widen(in[i]));
      const float tile = recursive_sum(products, 0, leaves);
      sum = first == 0 ? tile : sum + tile;
    }
    if (relu && sum <= 0.0f) sum = 0.0f;
    out.push_back({std::bit_cast<std::uint16_t>(static_cast<_Float16>(sum))});
  }
  return out;
}

inline std::vector<models::Fp16> slow_mlp(const models::Mlp& mlp, std::vector<models::Fp16> values, std::uint32_t rows) {
  for (std::size_t i = 0; i < mlp.layers().size(); ++i) values = slow_layer(mlp.layers()[i], values, rows, i + 1 < mlp.layers().size());
  return values;
}

}  // namespace ngpcsim::test
