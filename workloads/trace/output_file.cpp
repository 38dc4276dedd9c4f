#include "workloads/trace/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "sim/base/error.h"

namespace ngpcsim::workloads::trace {

OutputFile::OutputFile(std::filesystem::path target)
    : target_(std::move(target)), temporary_(target_.parent_path() / fmt::format(".{}.{}.tmp", target_.filename().string(), ::getpid())) {
  std::error_code ignored;  // a target that cannot be looked at cannot be opened either
  if (std::filesystem::is_directory(target_, ignored)) throw InputError({target_.string()}, "is a folder", "a file to write the trace to");
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

/// POSIX calls, because a stream reports a full disk without its reason.
void OutputFile::write(std::string_view bytes) {
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written >= 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR) fail(errno);
  }
}

void OutputFile::finish() {
  if (::fsync(file_) != 0 && errno != EINVAL) fail(errno);  // EINVAL: a file system without it
  const int file = file_;
  file_ = -1;
  int error = ::close(file) != 0 ? errno : 0;
  if (error == 0 && ::rename(temporary_.c_str(), target_.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary_.c_str());
  fail(error);
}

void OutputFile::fail(int error) const {
  throw InputError({target_.string()}, fmt::format("cannot write: {}", std::strerror(error)), "a file in a folder that can be written to, with room");
}

}  // namespace ngpcsim::workloads::trace
