#include "sim/app/request_exports.h"

#include <algorithm>
#include <filesystem>

#include "sim/app/output_folder.h"
#include "sim/base/error.h"

namespace ngpcsim::app {

bool asks_for(const RunOptions& options, const char* exported) {
  return std::find(options.exports.begin(), options.exports.end(), exported) != options.exports.end();
}

RequestExports::RequestExports(const RunOptions& options) {
  if (options.exports.empty()) return;
  if (options.out.empty()) throw InputError({.file = "--export"}, "no folder for the exported files", "--export together with --out DIR");
  require_writable(options.out);
  const std::filesystem::path folder(options.out);
  if (asks_for(options, kExportDramsim3)) traces_.emplace_back(folder / "dramsim3.trace", RequestDialect::kDramsim3);
  if (asks_for(options, kExportRamulator)) traces_.emplace_back(folder / "ramulator.trace", RequestDialect::kRamulator);
  if (asks_for(options, kExportDramCommands)) dram_folder_ = folder / "dram";
}

void RequestExports::watch(models::DramChoice& dram, const models::MemoryParams& memory) {
  if (dram_folder_.empty()) return;
  if (!dram)
    throw InputError({.file = "--export"}, "dramcommands reports what a DRAM does, and the chip's memory has none", "a chip with chip.memory.kind = hierarchy");
  slices_.emplace(dram_folder_, memory.l2.slices, "--export");
  dram->observer = &*slices_;
}

models::MemoryObserver RequestExports::observer() {
  if (traces_.empty()) return {};
  return [this](std::uint64_t edge, const models::MemoryRequest& request) {
    for (RequestTrace& trace : traces_) trace.add(edge, request);
  };
}

void RequestExports::finish() {
  for (RequestTrace& trace : traces_) trace.finish();
  if (slices_) slices_->finish();
}

}  // namespace ngpcsim::app
