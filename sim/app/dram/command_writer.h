#pragma once
#include <filesystem>
#include <string>

#include "models/dram/observer.h"
#include "sim/app/late_file.h"

namespace ngpcsim::app {

/// Writes a command trace (docs/dram.md, section 7). The file has its name only once it is complete.
class CommandWriter {
 public:
  /// Throws InputError, at `flag`, where the file cannot be made.
  CommandWriter(std::filesystem::path file, std::string flag);

  void add(const models::dram::CommandRecord& record);
  /// Gives the file its name. Throws InputError where it could not be written.
  void finish() { file_.finish(); }

 private:
  LateFile file_;
};

}  // namespace ngpcsim::app
