#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/common/messages.h"

namespace ngpcsim::app {

/// Who reads a trace of memory requests: DRAMsim3 ("0xADDR READ cycle" a line) or Ramulator ("LD 0xADDR" or "ST 0xADDR" a line).
enum class RequestDialect { kDramsim3, kRamulator };

/// Writes what the memory was asked for, cut into bursts of 64 bytes, in the order and with the memory's edges in which it was taken. An atomic add is a read and
/// a write. The file has its name only once it is complete.
class RequestTrace {
 public:
  static constexpr std::uint64_t kBurstBytes = 64;

  /// Throws InputError where the file cannot be made.
  RequestTrace(std::filesystem::path file, RequestDialect dialect);
  ~RequestTrace();
  RequestTrace(const RequestTrace&) = delete;
  RequestTrace& operator=(const RequestTrace&) = delete;

  void add(std::uint64_t edge, const models::MemoryRequest& request);
  /// Gives the file its name. Throws InputError where it could not be written.
  void finish();

 private:
  void put(std::uint64_t edge, std::uint64_t address, bool write);
  void flush();

  std::filesystem::path file_, part_;
  RequestDialect dialect_;
  std::ofstream out_;
  std::string buffer_;
};

}  // namespace ngpcsim::app
