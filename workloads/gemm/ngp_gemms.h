#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "workloads/stream/gemm_list.h"

namespace ngpcsim::workloads {

/// A fully connected network of neural graphics: inputs, `hidden_layers` hidden layers of `width`, outputs; no biases.
struct NgpMlp {
  std::string name;
  std::uint32_t inputs = 32;
  std::uint32_t width = 64;
  std::uint32_t hidden_layers = 1;  ///< at least 1
  std::uint32_t outputs = 16;
};

/// Sides of a layer are padded to multiples of so many neurons (tiny-cuda-nn, FullyFusedMLP: the 16 x 16 tiles of its matrix units).
inline constexpr std::uint32_t kNgpPadding = 16;

/// The layers of networks that are evaluated for `queries` queries: M queries, K neurons in, N neurons out, both padded. Layer i of a network is named
/// `<name>_l<i>`. Throws InputError at "queries" where the list reaches stream::kMostMacs.
[[nodiscard]] stream::GemmList ngp_network_gemms(std::span<const NgpMlp> networks, std::uint64_t queries, stream::OperandType type);

}  // namespace ngpcsim::workloads
