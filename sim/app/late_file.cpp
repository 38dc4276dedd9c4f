#include "sim/app/late_file.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/app/output_folder.h"
#include "sim/base/error.h"
#include "sim/config/text.h"

namespace ngpcsim::app {

LateFile::LateFile(std::filesystem::path file, std::string flag) : file_(std::move(file)), part_(file_), flag_(std::move(flag)) {
  require_writable_file(file_, flag_);
  part_ += ".part";
  out_.open(part_, std::ios::binary);
  if (!out_) throw InputError({.file = flag_}, fmt::format("cannot write {}", config::in_quotes(part_.string())), "a file that can be made");
}

LateFile::~LateFile() {
  if (!out_.is_open()) return;
  out_.close();
  std::error_code error;  // nothing can be done about it here
  std::filesystem::remove(part_, error);
}

void LateFile::flush() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

void LateFile::finish() {
  flush();
  out_.close();
  std::error_code error;
  if (out_) std::filesystem::rename(part_, file_, error);
  if (!out_ || error)
    throw InputError({.file = flag_}, fmt::format("writing {} failed", config::in_quotes(file_.string())), "a file that can be written");
}

}  // namespace ngpcsim::app
