#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace ngpcsim::workloads::trace {

/// A file that appears when it is complete: everything goes to a temporary file beside the target, which is renamed by finish() and removed without it.
/// Throws InputError with the system's reason where something cannot be written.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path target);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// Gives the file its name, once what was written is on the disk.
  void finish();

  /// Bytes so far.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path target_, temporary_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace ngpcsim::workloads::trace
