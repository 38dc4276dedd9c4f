#pragma once
#include <functional>
#include <string>

namespace ngpcsim::testing_support {

/// Runs `work` in a child process and returns the text it gives: SystemC simulates once per process. Throws std::runtime_error when the child
/// fails; what `work` throws is in the message.
[[nodiscard]] std::string in_child(const std::function<std::string()>& work);

}  // namespace ngpcsim::testing_support
