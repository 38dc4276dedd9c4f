#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ngpcsim::app {

/// Calls `work(i)` for i = 0 … count - 1, each in a process of its own, as SystemC simulates once a process, at most `jobs` at a time; what it returns, by number. Several
/// times a second `progress(ended)` is called; false ends all that run, and nothing is returned. Throws what the first one that failed threw, InputError as such and
/// everything else as InvariantError; the others are ended.
[[nodiscard]] std::optional<std::vector<std::string>> run_in_children(std::size_t count, std::size_t jobs, const std::function<std::string(std::size_t)>& work,
                                                                      const std::function<bool(std::size_t ended)>& progress);

}  // namespace ngpcsim::app
