#pragma once
#include "models/chip/chip_memory.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"

namespace ngpcsim::app {

/// The device of a chip's memory `hierarchy`, as another root of the run; none for other memories, of which a `--set dram.` is refused. Throws InputError for whatever
/// does not fit.
[[nodiscard]] models::DramChoice load_chip_dram(ConfigRoots& roots, const models::MemoryParams& memory, const ConfigStore& store);

}  // namespace ngpcsim::app
