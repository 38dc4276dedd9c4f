#include "models/chip/clocked_cores.h"

#include <fmt/format.h>

#include "models/nfp/online/compose.h"

namespace ngpcsim::models {
namespace {

bool is_rtl(Implementation implementation) { return implementation == Implementation::kRtl; }

std::unique_ptr<online::NfpCore> make_pipeline(const NfpModel& model, const FunctionalNetwork& network, online::Factory& rtl) {
  const NfpParams& nfp = model.params;
  if (is_rtl(nfp.implementation)) return rtl.nfp(model, network);
  const online::Implementations made_by_factory{.encoding_engine = is_rtl(nfp.encoding_engine.implementation),
                                                .direction_encoder = is_rtl(nfp.direction_encoder.implementation),
                                                .mlp_engine = is_rtl(nfp.mlp_engine.implementation)};
  return online::compose(model, &network, made_by_factory, &rtl);
}

}  // namespace

void require_rtl(const ChipSetup& setup) {
  const auto parameter = asks_for_rtl(setup.chip.nfp);
  if (parameter && setup.rtl == nullptr)
    throw InputError(setup.where(*parameter), fmt::format("{} is rtl, but this build has no RTL", *parameter),
                     "model; for rtl, install what scripts/setup lists and configure with -DNGPCSIM_RTL=ON");
  if (parameter && setup.encoding.interpolation != Interpolation::kLinear)
    throw InputError(setup.where("workload.encoding.interpolation"), fmt::format("interpolation {} with {} = rtl", config::name_of(kInterpolations, setup.encoding.interpolation), *parameter), "linear, or model");
  if (parameter && setup.encoding.composite != CompositeKind::kNone)
    throw InputError(setup.where("workload.encoding.composite"), fmt::format("composite {} with {} = rtl", config::name_of(kCompositeKinds, setup.encoding.composite), *parameter), "none, or model");
}

ClockedCores make_clocked_cores(const ChipSetup& setup, const NfpModel& model) {
  if (!asks_for_rtl(setup.chip.nfp)) return {};
  require_rtl(setup);
  ClockedCores cores;
  cores.network = std::make_unique<FunctionalNetwork>(make_synthetic_network(setup.encoding, setup.levels, setup.network, setup.chip.nfp));
  for (std::uint32_t n = 0; n < setup.chip.nfps; ++n) cores.pipelines.push_back(make_pipeline(model, *cores.network, *setup.rtl));
  return cores;
}

}  // namespace ngpcsim::models
