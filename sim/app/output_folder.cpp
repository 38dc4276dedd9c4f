#include "sim/app/output_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw InputError({.file = "--out " + path.string()}, "cannot write: " + reason, "a folder that can be written to, with room");
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(folder, error.message());
  if (!fs::is_directory(folder, error)) fail(folder, "it is no folder");
}

/// Temporary files of one attempt; whatever was not renamed is removed.
class Temporaries {
 public:
  explicit Temporaries(fs::path folder) : folder_(std::move(folder)) {}
  Temporaries(const Temporaries&) = delete;
  Temporaries& operator=(const Temporaries&) = delete;
  ~Temporaries() {
    std::error_code ignored;  // nothing better can be done with a file that cannot be removed either
    for (const fs::path& path : paths_) fs::remove(path, ignored);
  }

  [[nodiscard]] fs::path name_for(const std::string& name) {
    return paths_.emplace_back(folder_ / fmt::format(".{}.{}.tmp", name, ::getpid()));
  }
  void rename(std::size_t index, const fs::path& target) {
    std::error_code error;
    fs::rename(paths_[index], target, error);
    if (error) fail(target, error.message());
  }

 private:
  fs::path folder_;
  std::vector<fs::path> paths_;
};

/// POSIX calls, because a stream reports a full disk without its reason.
void write_whole(const fs::path& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) fail(path.parent_path(), std::strerror(errno));
  std::size_t done = 0;
  int error = 0;
  while (done < text.size() && error == 0) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written >= 0) done += static_cast<std::size_t>(written);
    else if (errno != EINTR) error = errno;
  }
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) error = errno;  // EINVAL: a file system without it
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail(path.parent_path(), std::strerror(error));
}

}  // namespace

void write_output(const fs::path& folder, const std::vector<OutputFile>& files) {
  make_folder(folder);
  Temporaries temporaries(folder);
  for (const OutputFile& file : files) write_whole(temporaries.name_for(file.name), file.text);
  for (std::size_t i = 0; i < files.size(); ++i) temporaries.rename(i, folder / files[i].name);
}

void require_writable(const fs::path& folder) {
  make_folder(folder);
  Temporaries temporaries(folder);
  write_whole(temporaries.name_for("probe"), {});
}

void require_writable_file(const fs::path& file, std::string_view flag) {
  std::error_code ignored;
  const bool existed = fs::exists(file, ignored);
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (opened < 0)
    throw InputError({.file = fmt::format("{} {}", flag, file.string())}, fmt::format("cannot write: {}", std::strerror(errno)),
                     "a file in a folder that can be written to");
  ::close(opened);
  if (!existed) fs::remove(file, ignored);
}

}  // namespace ngpcsim::app
