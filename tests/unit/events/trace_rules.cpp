#include "tests/unit/events/trace_rules.h"

#include <map>
#include <regex>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace ngpcsim::trace_rules {
namespace {

using app::Json;
using Place = std::pair<std::uint64_t, std::uint64_t>;

/// Times are read as text, since a double does not hold picoseconds of long runs: numbers after "ts" and "dur" become strings.
Json parsed(const std::string& text) {
  static const std::regex time(R"re(("ts"|"dur"):([0-9.]+))re");
  return Json::parse(std::regex_replace(text, time, "$1:\"$2\""));
}

Place place(const Json& event) { return {event.at("pid").get<std::uint64_t>(), event.at("tid").get<std::uint64_t>()}; }

class Check {
 public:
  std::vector<std::string> problems;

  void run(const Json& trace) {
    for (const Json& event : trace.at("traceEvents")) {
      const auto phase = event.at("ph").get<std::string>();
      if (phase == "M") {
        name(event);
        continue;
      }
      const std::uint64_t at = time(event, "ts");
      if (at < now_) problems.push_back(fmt::format("{} lies before {} ps", event.dump(), now_));
      if (at > now_) counters_are_current();
      now_ = at;
      if (!threads_.contains(place(event)) || !processes_.contains(place(event).first)) problems.push_back("nameless place of " + event.dump());
      if (phase == "X") whole(event, at);
      else if (phase == "s" || phase == "f") arrow(event, at);
      else if (phase == "C") count(event);
      else problems.push_back("unknown phase " + phase);
    }
    counters_are_current();
    for (const auto& [id, ends] : arrows_)
      if (ends.second != 1) problems.push_back(fmt::format("arrow {} has no end", id));
  }

 private:
  std::uint64_t time(const Json& event, const char* key) {
    const auto text = event.at(key).get<std::string>();
    static const std::regex form(R"(\d+\.\d{6})");
    if (!std::regex_match(text, form)) problems.push_back("not microseconds with six places: " + text);
    return picoseconds(text);
  }
  void name(const Json& event) {
    const auto what = event.at("name").get<std::string>();
    if (what == "process_name" && !processes_.insert(place(event).first).second) problems.push_back("named twice: " + event.dump());
    if (what == "thread_name" && !threads_.insert(place(event)).second) problems.push_back("named twice: " + event.dump());
  }
  void whole(const Json& event, std::uint64_t at) {
    std::uint64_t& free = free_from_[place(event)];
    if (at < free) problems.push_back("overlaps the one before: " + event.dump());
    free = at + time(event, "dur");
    slices_[place(event)] = {at, free};
    if (event.at("name") == "batch") batch_ends_.insert(free);
  }
  /// Starts and ends within a slice of its thread, once each.
  void arrow(const Json& event, std::uint64_t at) {
    const auto slice = slices_.find(place(event));
    if (slice == slices_.end() || at < slice->second.first || at > slice->second.second) problems.push_back("in no slice: " + event.dump());
    auto& [starts, ends] = arrows_[event.at("id").get<std::uint64_t>()];
    const bool start = event.at("ph") == "s";
    ++(start ? starts : ends);
    if (starts != 1 || ends > 1) problems.push_back("no arrow: " + event.dump());
    if (!start && event.at("bp") != "e") problems.push_back("binds to what follows: " + event.dump());
  }
  /// Of open batches, or any other: numbers of at least 0.
  void count(const Json& event) {
    for (const auto& [name, value] : event.at("args").items())
      if (!value.is_number() || value.get<double>() < 0.0) problems.push_back("no number: " + event.dump());
    if (event.at("name") == "batches in flight") counted_ = event.at("args").at("open").get<std::uint64_t>();
  }
  void counters_are_current() {
    batch_ends_.erase(batch_ends_.begin(), batch_ends_.upper_bound(now_));
    if (counted_ != batch_ends_.size()) problems.push_back(fmt::format("at {} ps {} batches are open, and {} are counted", now_, batch_ends_.size(), counted_));
  }

  std::set<std::uint64_t> processes_;
  std::set<Place> threads_;
  std::map<Place, std::uint64_t> free_from_;
  std::map<Place, std::pair<std::uint64_t, std::uint64_t>> slices_;          ///< the latest of each thread
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> arrows_;  ///< starts and ends of each
  std::multiset<std::uint64_t> batch_ends_;
  std::uint64_t now_ = 0, counted_ = 0;
};

}  // namespace

std::vector<std::string> broken(const std::string& text) {
  Check check;
  check.run(parsed(text));
  return check.problems;
}

std::vector<Json> events(const std::string& text, const std::string& phase, const std::string& name) {
  std::vector<Json> found;
  const Json trace = parsed(text);
  for (const Json& event : trace.at("traceEvents"))
    if (event.at("ph") == phase && event.at("name") == name) found.push_back(event);
  return found;
}

std::uint64_t picoseconds(const std::string& microseconds) {
  const std::size_t point = microseconds.find('.');
  return std::stoull(microseconds.substr(0, point)) * 1'000'000 + std::stoull(microseconds.substr(point + 1));
}

}  // namespace ngpcsim::trace_rules
