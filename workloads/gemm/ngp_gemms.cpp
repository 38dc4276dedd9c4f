#include "workloads/gemm/ngp_gemms.h"

#include "sim/base/error.h"
#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {
namespace {

std::uint64_t padded(std::uint32_t neurons) { return (std::uint64_t{neurons} + kNgpPadding - 1) / kNgpPadding * kNgpPadding; }

}  // namespace

stream::GemmList ngp_network_gemms(std::span<const NgpMlp> networks, std::uint64_t queries, stream::OperandType type) {
  stream::GemmList list;
  std::uint64_t macs = 0;
  for (const NgpMlp& network : networks) {
    check(queries > 0 && network.inputs > 0 && network.width > 0 && network.hidden_layers > 0 && network.outputs > 0, "{} has an empty layer", network.name);
    for (std::uint32_t layer = 0; layer <= network.hidden_layers; ++layer) {
      const std::uint64_t in = padded(layer == 0 ? network.inputs : network.width);
      const std::uint64_t out = padded(layer == network.hidden_layers ? network.outputs : network.width);
      const auto work = bounded_product({queries, in, out});
      if (!work || (macs += *work) >= stream::kMostMacs)
        throw InputError({"queries"}, fmt::format("{} queries lead to {} multiply-accumulates or more", queries, stream::kMostMacs), "fewer queries");
      list.push_back({fmt::format("{}_l{}", network.name, layer), queries, out, in, 1, type});
    }
  }
  return list;
}

}  // namespace ngpcsim::workloads
