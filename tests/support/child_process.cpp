#include "tests/support/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <stdexcept>

namespace ngpcsim::testing_support {
namespace {

[[noreturn]] void run_child(int out, const std::function<std::string()>& work) {
  int code = 0;
  std::string text;
  try {
    text = work();
  } catch (const std::exception& error) {
    text = error.what();
    code = 1;
  }
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::write(out, text.data() + sent, text.size() - sent);
    if (n <= 0) ::_exit(2);
    sent += static_cast<std::size_t>(n);
  }
  ::_exit(code);
}

}  // namespace

std::string in_child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe to a child process");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    ::close(ends[0]);
    run_child(ends[1], work);
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;) text.append(buffer.data(), static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("a simulation failed: " + text);
  return text;
}

}  // namespace ngpcsim::testing_support
