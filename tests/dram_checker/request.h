#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace ngpcsim::dram_checker {

/// One line of a request trace.
struct Request {
  std::uint64_t cycle = 0;  ///< of its arrival
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool write = false;
};

/// Lines of `0xADDRESS READ|WRITE CYCLE`, as for DRAMsim3. Each request has as many bytes; addresses are rounded down to them. A line with a fourth word, as of
/// a chip's slices, has that many bytes from just its address on. Throws BadInput.
[[nodiscard]] std::vector<Request> read_requests(const std::filesystem::path& path, std::uint64_t bytes);

}  // namespace ngpcsim::dram_checker
