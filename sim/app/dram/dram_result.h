#pragma once
#include <string>

#include "models/dram/device.h"
#include "models/dram/device_file.h"
#include "sim/app/dram/dram_run.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// Everything that a result of `ngpcsim dram` is made of.
struct DramFacts {
  const models::dram::DeviceFile& file;
  const models::dram::Device& device;
  const DramRunRecord& record;
  std::string trace;
  TraceDialect dialect;
  std::uint32_t request_bytes;
};

/// result.json: a pure function of the facts; what does not apply is null.
[[nodiscard]] Json dram_result(const DramFacts& facts);

/// What people read, from the result alone.
[[nodiscard]] std::string dram_summary(const Json& result);

}  // namespace ngpcsim::app
