#pragma once
#include <filesystem>
#include <fstream>
#include <string>

namespace ngpcsim::app {

/// A text file that is written while a run goes on, and has its name only once it is complete: until then `.part` is behind it, and nothing is left where it is
/// never finished.
class LateFile {
 public:
  /// Throws InputError, at `flag`, which asked for it, where the file cannot be made.
  LateFile(std::filesystem::path file, std::string flag);
  ~LateFile();
  LateFile(const LateFile&) = delete;
  LateFile& operator=(const LateFile&) = delete;

  /// What is appended here is in the file some time after `written`.
  [[nodiscard]] std::string& text() { return buffer_; }
  void written() {
    if (buffer_.size() >= kBlock) flush();
  }
  /// Gives the file its name. Throws InputError where it could not be written.
  void finish();

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;
  void flush();

  std::filesystem::path file_, part_;
  std::string flag_;
  std::ofstream out_;
  std::string buffer_;
};

}  // namespace ngpcsim::app
