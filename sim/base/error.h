#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim {

/// Where a user's input came from: a file and, where it has lines, a line (0: the whole file). For flags `file` is the flag itself.
struct InputLocation {
  std::string file;
  int line = 0;
};

[[nodiscard]] inline std::string to_string(const InputLocation& at) {
  return at.line > 0 ? fmt::format("{}:{}", at.file, at.line) : at.file;
}

/// Bad input or usage: the program ends with exit code 2 and this one message.
/// `what` names the thing and its value, `allowed` the values that would have been accepted.
class InputError : public std::runtime_error {
 public:
  InputError(const InputLocation& at, const std::string& what, const std::string& allowed = {})
      : std::runtime_error(to_string(at) + ": " + what + (allowed.empty() ? "" : "; allowed: " + allowed)) {}
};

/// The model broke one of its own rules, or a run is stuck: exit code 3.
class InvariantError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InvariantError unless `holds`. For rules of the model, never for input.
template <class... Args>
void check(bool holds, fmt::format_string<Args...> message, Args&&... args) {
  if (!holds) [[unlikely]] throw InvariantError(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace ngpcsim
