#include "sim/app/child_pool.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

// First byte of what a child says.
constexpr char kResult = 'R', kInputError = 'I', kOtherError = 'E';

void send(int out, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::write(out, text.data() + sent, text.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) ::_exit(1);
    sent += static_cast<std::size_t>(n);
  }
}

void keep_limits(const ChildLimits& limits) {
  if (limits.memory_mib == 0) return;
  const rlimit most{limits.memory_mib << 20, limits.memory_mib << 20};
  ::setrlimit(RLIMIT_AS, &most);
}

[[noreturn]] void be_child(int out, std::size_t number, pid_t parent, const std::function<std::string(std::size_t)>& work, const ChildLimits& limits) {
  ::signal(SIGINT, SIG_IGN);  // whoever asked for the work decides
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  keep_limits(limits);
  std::string text;
  try {
    text = kResult + work(number);
  } catch (const InputError& error) {
    text = kInputError + std::string(error.what());
  } catch (const std::bad_alloc&) {
    text = kOtherError + fmt::format("out of memory ({} MiB are allowed)", limits.memory_mib);
  } catch (const std::exception& error) {
    text = kOtherError + std::string(error.what());
  }
  send(out, text);
  ::_exit(0);
}

std::string death_text(int status) {
  return WIFSIGNALED(status) ? fmt::format("the simulation was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status))) : std::string("the simulation ended without a result");
}

}  // namespace

ChildPool::~ChildPool() {
  for (const Child& child : running_) {
    ::kill(child.process, SIGKILL);
    ::close(child.in);
    ::waitpid(child.process, nullptr, 0);
  }
}

void ChildPool::start(std::size_t number) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw InvariantError(std::string("no pipe: ") + std::strerror(errno));
  const pid_t parent = ::getpid(), process = ::fork();
  if (process < 0) throw InvariantError(std::string("no process: ") + std::strerror(errno));
  if (process == 0) {
    ::close(ends[0]);
    for (const Child& other : running_) ::close(other.in);
    be_child(ends[1], number, parent, work_, limits_);
  }
  ::close(ends[1]);
  running_.push_back({number, process, ends[0], std::chrono::steady_clock::now(), {}});
}

std::optional<ChildEnd> ChildPool::wait() {
  std::vector<pollfd> ready;
  for (const Child& child : running_) ready.push_back({child.in, POLLIN, 0});
  if (::poll(ready.data(), ready.size(), 200) < 0 && errno != EINTR) throw InvariantError(std::string("poll: ") + std::strerror(errno));
  for (std::size_t i = 0; i < ready.size(); ++i) {
    if (ready[i].revents == 0) continue;
    std::array<char, 65536> buffer;
    const ssize_t n = ::read(running_[i].in, buffer.data(), buffer.size());
    if (n > 0) running_[i].text.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR) return take(i);
  }
  return end_one_too_long();
}

ChildEnd ChildPool::take(std::size_t i) {
  const Child child = std::move(running_[i]);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
  ::close(child.in);
  int status = 0;
  ::waitpid(child.process, &status, 0);
  const char kind = child.text.empty() ? '\0' : child.text.front();
  if (kind == kResult && WIFEXITED(status) && WEXITSTATUS(status) == 0) return {child.number, ChildEnd::Kind::kResult, child.text.substr(1)};
  if (kind == kInputError) return {child.number, ChildEnd::Kind::kInputError, child.text.substr(1)};
  if (kind == kOtherError) return {child.number, ChildEnd::Kind::kOtherError, child.text.substr(1)};
  return {child.number, ChildEnd::Kind::kDied, death_text(status)};
}

std::optional<ChildEnd> ChildPool::end_one_too_long() {
  if (limits_.seconds == 0) return std::nullopt;
  const auto now = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < running_.size(); ++i) {
    if (now - running_[i].begin < std::chrono::seconds(limits_.seconds)) continue;
    ::kill(running_[i].process, SIGKILL);
    const ChildEnd ended = take(i);
    return ChildEnd{ended.number, ChildEnd::Kind::kTooLong, fmt::format("took longer than {} s, the limit of a point", limits_.seconds)};
  }
  return std::nullopt;
}

}  // namespace ngpcsim::app
