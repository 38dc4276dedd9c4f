#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "models/dram/observer.h"

namespace ngpcsim::app {

/// Writes a command trace (docs/dram.md, section 7). The file has its name only once it is complete.
class CommandWriter {
 public:
  /// Throws InputError where the file cannot be made.
  explicit CommandWriter(std::filesystem::path file);
  ~CommandWriter();
  CommandWriter(const CommandWriter&) = delete;
  CommandWriter& operator=(const CommandWriter&) = delete;

  void add(const models::dram::CommandRecord& record);
  /// Gives the file its name. Throws InputError where it could not be written.
  void finish();

 private:
  void flush();

  std::filesystem::path file_, part_;
  std::ofstream out_;
  std::string buffer_;
};

}  // namespace ngpcsim::app
