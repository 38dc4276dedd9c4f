#include "sim/app/sweep/program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "sim/base/error.h"

namespace ngpcsim::app {

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

ProgramEnd run_other_program(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  check(::pipe(ends.data()) == 0, "no pipe for {}", command.front());
  const pid_t process = ::fork();
  check(process >= 0, "no process for {}", command.front());
  if (process == 0) {
    ::signal(SIGINT, SIG_IGN);
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  ProgramEnd end;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t n = ::read(ends[0], buffer.data(), buffer.size());
    if (n > 0) end.output.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR) break;
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return end;
}

}  // namespace ngpcsim::app
