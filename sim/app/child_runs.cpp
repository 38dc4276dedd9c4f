#include "sim/app/child_runs.h"

#include "sim/app/child_pool.h"
#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

std::string result_of(ChildEnd end) {
  if (end.kind == ChildEnd::Kind::kResult) return std::move(end.text);
  if (end.kind == ChildEnd::Kind::kInputError) {  // it was put together as PLACE: WHAT
    const std::size_t colon = end.text.find(": ");
    throw InputError({.file = end.text.substr(0, colon)}, end.text.substr(colon + 2));
  }
  throw InvariantError(end.text);
}

}  // namespace

std::optional<std::vector<std::string>> run_in_children(std::size_t count, std::size_t jobs, const std::function<std::string(std::size_t)>& work, const std::function<bool(std::size_t ended)>& progress) {
  check(jobs > 0, "no job at a time");
  ChildPool children(work, {});
  std::vector<std::string> results(count);
  std::size_t next = 0;
  for (std::size_t ended = 0; ended < count;) {
    while (next < count && children.running() < jobs) children.start(next++);
    if (std::optional<ChildEnd> child = children.wait()) {
      const std::size_t number = child->number;
      results[number] = result_of(std::move(*child));
      ++ended;
    }
    if (!progress(ended)) return std::nullopt;
  }
  return results;
}

}  // namespace ngpcsim::app
