#include "sim/app/dram/slice_traces.h"

#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "models/dram/dram.h"
#include "sim/base/error.h"

namespace ngpcsim::app {

SliceTraces::Slice::Slice(const std::filesystem::path& folder, std::uint32_t number, const char* flag)
    : requests(folder / fmt::format("slice_{}.requests", number), flag), commands(folder / fmt::format("slice_{}.commands.csv", number), flag) {}

SliceTraces::SliceTraces(const std::filesystem::path& folder, std::uint32_t slices, const char* flag) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError({.file = flag}, fmt::format("cannot make {}: {}", folder.string(), error.message()), "a folder that can be made");
  for (std::uint32_t s = 0; s < slices; ++s) slices_.push_back(std::make_unique<Slice>(folder, s, flag));
}

void SliceTraces::asked(std::uint32_t slice, const models::dram::Request& request, std::uint64_t cycle) {
  LateFile& file = slices_[slice]->requests;
  fmt::format_to(std::back_inserter(file.text()), "0x{:X} {} {} {}\n", request.address, request.write ? "WRITE" : "READ", cycle, request.bytes);
  file.written();
}

void SliceTraces::finish() {
  for (const auto& slice : slices_) {
    slice->requests.finish();
    slice->commands.finish();
  }
}

}  // namespace ngpcsim::app
