#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "models/dram/observer.h"
#include "sim/app/dram/command_writer.h"
#include "sim/app/late_file.h"

namespace ngpcsim::app {

/// What the DRAM behind each slice of a chip's L2 is asked and does, in two files a slice (docs/dram.md, section 7): slice_N.requests, slice_N.commands.csv.
/// Files have their names only once they are complete.
class SliceTraces final : public models::dram::PartObserver {
 public:
  /// In `folder`, which is made if need be. Throws InputError, at `flag`, where a file cannot be made.
  SliceTraces(const std::filesystem::path& folder, std::uint32_t slices, const char* flag);

  void asked(std::uint32_t slice, const models::dram::Request& request, std::uint64_t cycle) override;
  void issued(std::uint32_t slice, const models::dram::CommandRecord& record) override { slices_[slice]->commands.add(record); }
  /// Gives the files their names. Throws InputError where one could not be written.
  void finish();

 private:
  struct Slice {
    Slice(const std::filesystem::path& folder, std::uint32_t number, const char* flag);
    LateFile requests;
    CommandWriter commands;
  };
  std::vector<std::unique_ptr<Slice>> slices_;
};

}  // namespace ngpcsim::app
