#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ngpcsim::dram_checker {

/// The parameters of a device file with those of its bases below them, by path ("timing.CL"): docs/dram.md, section 1.
class DeviceFile {
 public:
  /// Throws BadInput.
  [[nodiscard]] static DeviceFile read(const std::filesystem::path& path);

  /// "timing.CL=18", with or without "dram." before it, as `--set` of the simulator. Throws BadInput.
  void set(const std::string& assignment);

  [[nodiscard]] std::optional<std::string> text(const std::string& path) const;
  /// Throw BadInput where the value is no such thing; without a `fallback`, also where there is none.
  [[nodiscard]] std::uint64_t number(const std::string& path, std::optional<std::uint64_t> fallback = {}) const;
  [[nodiscard]] bool flag(const std::string& path, bool fallback) const;
  /// What stands directly in a group, by name.
  [[nodiscard]] std::map<std::string, std::string> group(const std::string& name) const;

 private:
  void merge(const std::filesystem::path& path, std::vector<std::filesystem::path> above);

  std::string name_;
  std::map<std::string, std::string> values_;
};

}  // namespace ngpcsim::dram_checker
