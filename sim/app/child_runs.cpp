#include "sim/app/child_runs.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

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

/// The text of an InputError as it is: it has been put together already.
[[noreturn]] void be_child(int out, std::size_t number, const std::function<std::string(std::size_t)>& work) {
  ::signal(SIGINT, SIG_IGN);  // whoever asked for the runs decides
  std::string text;
  try {
    text = kResult + work(number);
  } catch (const InputError& error) {
    text = kInputError + std::string(error.what());
  } catch (const std::exception& error) {
    text = kOtherError + std::string(error.what());
  }
  send(out, text);
  ::_exit(0);
}

struct Child {
  std::size_t number = 0;
  pid_t process = 0;
  int in = -1;
  std::string text;
};

/// Those that run; whoever leaves early ends them.
class Children {
 public:
  explicit Children(const std::function<std::string(std::size_t)>& work) : work_(work) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (const Child& child : running_) {
      ::kill(child.process, SIGKILL);
      ::close(child.in);
      ::waitpid(child.process, nullptr, 0);
    }
  }

  [[nodiscard]] std::size_t running() const { return running_.size(); }

  void start(std::size_t number) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw InvariantError(std::string("no pipe: ") + std::strerror(errno));
    const pid_t process = ::fork();
    if (process < 0) throw InvariantError(std::string("no process: ") + std::strerror(errno));
    if (process == 0) {
      ::close(ends[0]);
      for (const Child& other : running_) ::close(other.in);
      be_child(ends[1], number, work_);
    }
    ::close(ends[1]);
    running_.push_back({number, process, ends[0], {}});
  }

  /// Reads for a fifth of a second at most, or until one has ended, which is handed over.
  std::optional<Child> wait() {
    std::vector<pollfd> ready;
    for (const Child& child : running_) ready.push_back({child.in, POLLIN, 0});
    if (::poll(ready.data(), ready.size(), 200) < 0 && errno != EINTR) throw InvariantError(std::string("poll: ") + std::strerror(errno));
    for (std::size_t i = 0; i < ready.size(); ++i)
      if (ready[i].revents != 0 && !read_some(running_[i])) return take(i);
    return std::nullopt;
  }

 private:
  [[nodiscard]] static bool read_some(Child& child) {
    std::array<char, 65536> buffer;
    const ssize_t n = ::read(child.in, buffer.data(), buffer.size());
    if (n > 0) child.text.append(buffer.data(), static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
  }

  Child take(std::size_t i) {
    Child child = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    ::close(child.in);
    ::waitpid(child.process, nullptr, 0);
    return child;
  }

  const std::function<std::string(std::size_t)>& work_;
  std::vector<Child> running_;
};

std::string result_of(const Child& child) {
  const char kind = child.text.empty() ? '\0' : child.text.front();
  if (kind == kResult) return child.text.substr(1);
  if (kind == kInputError) {  // it was put together as PLACE: WHAT
    const std::size_t colon = child.text.find(": ");
    throw InputError({.file = child.text.substr(1, colon - 1)}, child.text.substr(colon + 2));
  }
  throw InvariantError(kind == kOtherError ? child.text.substr(1) : "a simulation ended without a result");
}

}  // namespace

std::optional<std::vector<std::string>> run_in_children(std::size_t count, std::size_t jobs, const std::function<std::string(std::size_t)>& work, const std::function<bool(std::size_t ended)>& progress) {
  check(jobs > 0, "no job at a time");
  Children children(work);
  std::vector<std::string> results(count);
  std::size_t next = 0;
  for (std::size_t ended = 0; ended < count;) {
    while (next < count && children.running() < jobs) children.start(next++);
    if (const std::optional<Child> child = children.wait()) {
      results[child->number] = result_of(*child);
      ++ended;
    }
    if (!progress(ended)) return std::nullopt;
  }
  return results;
}

}  // namespace ngpcsim::app
