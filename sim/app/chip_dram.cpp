#include "sim/app/chip_dram.h"

#include <utility>

#include "models/dram/device_file.h"

namespace ngpcsim::app {

models::DramChoice load_chip_dram(ConfigRoots& roots, const models::MemoryParams& memory, const ConfigStore& store) {
  if (memory.kind != models::MemoryKind::kHierarchy) {
    roots.refuse_sets("dram", "the chip's memory has no DRAM device", "chip.memory.kind = hierarchy");
    return std::nullopt;
  }
  const std::filesystem::path file = store.find(ConfigKind::kDram, memory.dram, roots.where("chip.memory.dram"));
  models::dram::DeviceFile device = models::dram::load_device(file.string(), roots.sets(), ConfigRoots::set_flag());
  roots.adopt(std::move(device.root));
  return std::move(device.params);
}

}  // namespace ngpcsim::app
