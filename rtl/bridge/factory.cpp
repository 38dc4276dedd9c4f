#include "rtl/bridge/factory.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rtl/bridge/build.h"

namespace ngpcsim::rtl {
namespace {

using models::FunctionalNetwork;
using models::NfpModel;
namespace online = models::online;

class BuildFactory final : public online::Factory {
 public:
  BuildFactory(std::vector<const Build*> builds, Waves waves) : builds_(std::move(builds)), waves_(std::move(waves)) {}

  std::unique_ptr<online::EngineLane> engine_lane(const NfpModel& model, const FunctionalNetwork& network, std::uint32_t lane) override {
    return make(&Build::engine_lane, "encoding_engine", {.model = model, .network = &network, .lane = lane});
  }
  std::unique_ptr<online::DirectionLane> direction_lane(const NfpModel& model) override {
    return make(&Build::direction_lane, "direction_encoder", {.model = model});
  }
  std::unique_ptr<online::MlpEngine> mlp_engine(const NfpModel& model, const FunctionalNetwork& network) override {
    return make(&Build::mlp_engine, "mlp_engine", {.model = model, .network = &network});
  }
  std::unique_ptr<online::NfpCore> nfp(const NfpModel& model, const FunctionalNetwork& network) override {
    return make(&Build::nfp, "nfp", {.model = model, .network = &network});
  }

 private:
  template <class Maker>
  typename Maker::result_type make(Maker Build::*maker, std::string_view block, BlockSetup setup) {
    setup.waves = waves_of_next(block);
    std::string reasons;
    for (const Build* build : builds_) {
      if (!(build->*maker)) continue;
      try {
        auto made = (build->*maker)(setup);
        ++blocks_;
        return made;
      } catch (const InputError& error) {
        reasons += fmt::format("{}build {}: {}", reasons.empty() ? "" : "; ", build->name, error.what());
      }
    }
    if (reasons.empty()) reasons = "none is compiled in";
    throw InputError({.file = "implementation"}, fmt::format("no RTL build of the {} fits this chip ({})", block, reasons),
                     "model, or the sizes of a build (rtl/CMakeLists.txt lists them and says how to add one)");
  }

  /// The first block has the file as it was given, the others the block's name and number before the extension.
  [[nodiscard]] Waves waves_of_next(std::string_view block) const {
    Waves waves = waves_;
    if (waves.file.empty() || blocks_ == 0) return waves;
    const std::filesystem::path path(waves.file);
    waves.file = (path.parent_path() / fmt::format("{}.{}_{}{}", path.stem().string(), block, blocks_, path.extension().string())).string();
    return waves;
  }

  std::vector<const Build*> builds_;
  Waves waves_;
  std::uint32_t blocks_ = 0;  ///< made so far
};

}  // namespace

std::unique_ptr<online::Factory> make_factory(std::vector<const Build*> builds, const Waves& waves) {
  return std::make_unique<BuildFactory>(std::move(builds), waves);
}

}  // namespace ngpcsim::rtl
