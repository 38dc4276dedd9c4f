#include "sim/app/timeline.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

using events::Span;
using events::TrackSpec;

constexpr std::string_view kLaunchSpan = "launch";  // of models/chip/timeline_tracks.h, as the value of batches that names theirs

std::string quoted(const std::string& text) { return Json(text).dump(); }

/// Numbers of the processes, in the order of their first tracks, from 1; the totals are one more. The first thread of a track has the track's number + 1; each further lane
/// that overlapping spans need is a thread as many numbers on as there are tracks, so that what is dropped later moves none.
class Places {
 public:
  explicit Places(const std::vector<TrackSpec>& tracks) {
    for (const TrackSpec& track : tracks)
      if (std::find(names_.begin(), names_.end(), track.process) == names_.end()) names_.push_back(track.process);
  }
  [[nodiscard]] std::size_t process(const TrackSpec& track) const {
    return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), track.process) - names_.begin()) + 1;
  }
  [[nodiscard]] static std::size_t thread(std::size_t tracks, std::size_t track, std::size_t lane) { return lane * tracks + track + 1; }
  [[nodiscard]] std::size_t totals() const { return names_.size() + 1; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// What happens at one time, in this order.
enum class Step { kEnd, kBegin, kEndOfEmpty };

struct Happening {
  std::uint64_t ps = 0;
  Step step = Step::kBegin;
  const Span* span = nullptr;
  std::uint64_t id = 0;  ///< of the span in the file
};

class Writer {
 public:
  Writer(const events::Recorder& recorder, const std::vector<TimelineSample>& samples)
      : tracks_(recorder.tracks()), places_(tracks_), spans_(recorder.spans().begin(), recorder.spans().end()), samples_(samples) {
    // Tracks are written by one block each, so this order does not depend on the order in which blocks were activated.
    std::stable_sort(spans_.begin(), spans_.end(), [&](const Span& a, const Span& b) {
      return std::tuple(ps(a, a.begin), a.track) < std::tuple(ps(b, b.begin), b.track);
    });
    for (const TrackSpec& track : tracks_)
      if (!track.counter.empty()) open_[track.counter] = 0;
    choose_lanes();
    find_launches();
  }

  [[nodiscard]] std::string text() {
    name_everything();
    const std::vector<Happening> happenings = in_order();
    for (std::size_t i = 0; i < happenings.size(); ++i) {
      write_samples(happenings[i].ps);
      write(happenings[i]);
      if (i + 1 == happenings.size() || happenings[i + 1].ps != happenings[i].ps) write_counters(happenings[i].ps);
    }
    write_samples(~std::uint64_t{0});
    return std::move(text_);
  }

 private:
  [[nodiscard]] const TrackSpec& track(const Span& span) const { return tracks_[span.track.value()]; }
  [[nodiscard]] std::uint64_t ps(const Span& span, std::uint64_t edge) const { return track(span).clock.picoseconds(edge); }
  [[nodiscard]] std::uint64_t end(const Span& span) const {
    check(span.end.has_value(), "a span of track {} from edge {} has no end", track(span).thread, span.begin);
    return *span.end;
  }

  /// The first lane of its track that is free when a span begins.
  void choose_lanes() {
    std::vector<std::vector<std::uint64_t>> free_from(tracks_.size());  // ps, by track and lane
    for (const Span& span : spans_) {
      std::vector<std::uint64_t>& lanes = free_from[span.track.value()];
      const std::uint64_t begin = ps(span, span.begin);
      const auto lane = static_cast<std::size_t>(std::find_if(lanes.begin(), lanes.end(), [begin](std::uint64_t free) { return free <= begin; }) - lanes.begin());
      if (lane == lanes.size()) lanes.push_back(0);
      lanes[lane] = ps(span, end(span));
      lanes_.push_back(lane);
    }
    for (const auto& lanes : free_from) lanes_of_.push_back(std::max<std::size_t>(1, lanes.size()));
  }

  /// Launches by their number, from which arrows go to their batches.
  void find_launches() {
    for (std::size_t id = 0; id < spans_.size(); ++id)
      if (track(spans_[id]).span == kLaunchSpan)
        if (const auto launch = launch_of(spans_[id])) launches_.emplace(*launch, id);
  }
  [[nodiscard]] std::optional<std::uint64_t> launch_of(const Span& span) const {
    const std::vector<std::string>& names = track(span).values;
    const auto at = std::find(names.begin(), names.end(), kLaunchSpan);
    return at == names.end() ? std::nullopt : std::optional(span.values[static_cast<std::size_t>(at - names.begin())]);
  }

  [[nodiscard]] std::string place(std::size_t id, std::uint64_t at_ps) const {
    const Span& span = spans_[id];
    return fmt::format(R"("pid":{},"tid":{},"ts":{})", places_.process(track(span)), Places::thread(tracks_.size(), span.track.value(), lanes_[id]), exact_us(at_ps));
  }

  [[nodiscard]] std::vector<Happening> in_order() const {
    std::vector<Happening> all;
    all.reserve(2 * spans_.size());
    for (std::size_t id = 0; id < spans_.size(); ++id) {
      const Span& span = spans_[id];
      all.push_back({ps(span, span.begin), Step::kBegin, &span, id});
      all.push_back({ps(span, end(span)), end(span) == span.begin ? Step::kEndOfEmpty : Step::kEnd, &span, id});
    }
    std::sort(all.begin(), all.end(), [](const Happening& a, const Happening& b) { return std::tuple(a.ps, a.step, a.id) < std::tuple(b.ps, b.step, b.id); });
    return all;
  }

  void write(const Happening& h) {
    const TrackSpec& row = track(*h.span);
    const bool begins = h.step == Step::kBegin;
    if (!row.counter.empty()) {
      open_[row.counter] += begins ? 1 : std::uint64_t(0) - 1;
      changed_.push_back(&row.counter);
    }
    if (!begins) return;
    add(R"({{"ph":"X","cat":{},"name":{},{},"dur":{}{}}})", quoted(row.thread), quoted(row.span), place(h.id, h.ps), exact_us(ps(*h.span, end(*h.span)) - h.ps), arguments(*h.span));
    if (row.span != kLaunchSpan) write_arrow(h);
  }

  /// From the launch that a span belongs to.
  void write_arrow(const Happening& h) {
    const auto launch = launch_of(*h.span);
    const auto from = launch ? launches_.find(*launch) : launches_.end();
    if (from == launches_.end()) return;
    add(R"({{"ph":"s","cat":"launch","name":{},"id":{},{}}})", quoted(track(*h.span).span), h.id, place(from->second, h.ps));
    add(R"({{"ph":"f","bp":"e","cat":"launch","name":{},"id":{},{}}})", quoted(track(*h.span).span), h.id, place(h.id, h.ps));
  }

  [[nodiscard]] std::string arguments(const Span& span) const {
    std::string text = fmt::format(R"(,"args":{{"begin_edge":{},"end_edge":{})", span.begin, end(span));
    const std::vector<std::string>& names = track(span).values;
    for (std::size_t v = 0; v < names.size(); ++v) text += fmt::format(",{}:{}", quoted(names[v]), span.values[v]);
    return text + (span.cut ? R"(,"cut":true})" : "}");
  }

  void write_counters(std::uint64_t at_ps) {
    for (const auto& [name, open] : open_)
      if (std::any_of(changed_.begin(), changed_.end(), [&](const std::string* c) { return *c == name; }))
        add(R"({{"ph":"C","pid":{},"tid":0,"ts":{},"name":{},"args":{{"open":{}}}}})", places_.totals(), exact_us(at_ps), quoted(name), open);
    changed_.clear();
  }

  /// Those before a time.
  void write_samples(std::uint64_t before_ps) {
    for (; next_sample_ < samples_.size() && samples_[next_sample_].ps < before_ps; ++next_sample_) {
      const TimelineSample& sample = samples_[next_sample_];
      add(R"({{"ph":"C","pid":{},"tid":0,"ts":{},"name":{},"args":{}}})", places_.totals(), exact_us(sample.ps), quoted(sample.counter), sample.values.dump());
    }
  }

  void name_everything() {
    for (std::size_t p = 0; p < places_.names().size(); ++p) name_process(p + 1, places_.names()[p]);
    for (std::size_t t = 0; t < tracks_.size(); ++t)
      for (std::size_t lane = 0; lane < lanes_of_[t]; ++lane)
        name_thread(places_.process(tracks_[t]), Places::thread(tracks_.size(), t, lane), lane == 0 ? tracks_[t].thread : fmt::format("{} {}", tracks_[t].thread, lane + 1));
    if (open_.empty() && samples_.empty()) return;
    name_process(places_.totals(), "totals");
    name_thread(places_.totals(), 0, "counters");
  }
  void name_process(std::size_t pid, const std::string& name) {
    add(R"({{"ph":"M","pid":{},"tid":0,"name":"process_name","args":{{"name":{}}}}})", pid, quoted(name));
    add(R"({{"ph":"M","pid":{},"tid":0,"name":"process_sort_index","args":{{"sort_index":{}}}}})", pid, pid);
  }
  void name_thread(std::size_t pid, std::size_t tid, const std::string& name) {
    add(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", pid, tid, quoted(name));
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    if (!text_.empty()) text_ += ",\n";
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  const std::vector<TrackSpec>& tracks_;
  Places places_;
  std::vector<Span> spans_;
  const std::vector<TimelineSample>& samples_;
  std::size_t next_sample_ = 0;
  std::vector<std::size_t> lanes_;     ///< of each span
  std::vector<std::size_t> lanes_of_;  ///< of each track, how many
  std::map<std::uint64_t, std::size_t> launches_;  ///< spans, by number of the launch
  std::map<std::string, std::uint64_t> open_;  ///< spans that are open, by counter
  std::vector<const std::string*> changed_;    ///< counters since they were last written
  std::string text_;
};

}  // namespace

std::string exact_us(std::uint64_t picoseconds) { return fmt::format("{}.{:06}", picoseconds / 1'000'000, picoseconds % 1'000'000); }

std::string timeline_json(const events::Recorder& recorder, Json about, const std::vector<TimelineSample>& samples) {
  about["records"] = recorder.spans().size();
  about["dropped_records"] = recorder.dropped();
  about["complete_until_us"] = recorder.complete_until_ps() ? Json(exact_us(*recorder.complete_until_ps())) : Json(nullptr);
  return fmt::format("{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{},\n\"traceEvents\":[\n{}\n]}}\n", about.dump(), Writer(recorder, samples).text());
}

std::string timeline_warning(const events::Recorder& recorder) {
  if (recorder.dropped() == 0) return {};
  return fmt::format("timeline.json shows what begins before {} us, {} records; {} later ones were dropped (--timeline-limit {})",
                     exact_us(*recorder.complete_until_ps()), recorder.spans().size(), recorder.dropped(), recorder.limit());
}

}  // namespace ngpcsim::app
