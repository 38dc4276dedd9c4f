#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"

namespace ngpcsim::app {

/// A kind of configuration file and the folder of configs/ that holds such files.
enum class ConfigKind { kChip, kWorkload, kGpu, kEnergy, kDram, kStudy, kExperiment };

struct ConfigFolder {
  ConfigKind kind;
  std::string_view folder;  ///< below configs/
  std::string_view what;    ///< in messages
};
inline constexpr std::array<ConfigFolder, 7> kConfigFolders{{{ConfigKind::kChip, "chips", "chip"},
                                                             {ConfigKind::kWorkload, "workloads", "workload"},
                                                             {ConfigKind::kGpu, "gpus", "GPU"},
                                                             {ConfigKind::kEnergy, "energy", "energy table"},
                                                             {ConfigKind::kDram, "dram", "DRAM device"},
                                                             {ConfigKind::kStudy, "studies", "study"},
                                                             {ConfigKind::kExperiment, "experiments", "experiment"}}};

/// The configuration files that have bare names: configs/ of the source tree, or what the environment variable NGPCSIM_CONFIGS names.
class ConfigStore {
 public:
  /// Reads the environment.
  ConfigStore();
  explicit ConfigStore(std::filesystem::path root) : root_(std::move(root)) {}

  /// The file that a user means: a path where `text` has a '/' or an extension, else a bare name of that kind. Throws InputError at `at`,
  /// with the nearest name, for an unknown bare name; a path is not looked at.
  [[nodiscard]] std::filesystem::path find(ConfigKind kind, std::string_view text, const InputLocation& at) const;

  /// Bare names of a kind, sorted.
  [[nodiscard]] std::vector<std::string> names(ConfigKind kind) const;

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// What stands for ${NGPCSIM_DATA} where the environment does not set it: shared/data beside the project.
  [[nodiscard]] std::filesystem::path default_data() const;

 private:
  std::filesystem::path root_;
};

}  // namespace ngpcsim::app
