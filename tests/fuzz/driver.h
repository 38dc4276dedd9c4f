#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What a fuzz target defines; the driver (driver.cpp) has the main function. The first is that of libFuzzer, so that a target also links with
/// clang's -fsanitize=fuzzer. It must return for any input; what it may throw it catches.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ngpcsim::fuzz {

/// Good inputs, from which the driver makes others; a target that does not define it has those of its SEEDS files. Asked for once.
std::vector<std::string> seeds();

/// Input `number` of a run: a good input or two with some damage. The same for the same numbers on every machine.
std::string mutated(const std::vector<std::string>& good, std::uint64_t seed, std::uint64_t number);

/// A file of these bytes that lives in memory.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] std::string path() const;

 private:
  int file_;
};

}  // namespace ngpcsim::fuzz
