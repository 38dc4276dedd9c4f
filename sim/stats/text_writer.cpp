#include "sim/stats/text_writer.h"

#include <fmt/format.h>

namespace ngpcsim::stats {
namespace {

class TextWriter : public StatVisitor {
 public:
  void enter(const StatGroup& group) override {
    line(group.kind().empty() ? group.name() : fmt::format("{} ({})", group.name(), group.kind()));
    ++depth_;
  }
  void leave(const StatGroup&) override { --depth_; }

  void cycles(const CycleAccount& account) override {
    std::string text = fmt::format("cycles {}: busy {}", account.total(), account.busy());
    for (std::size_t i = 0; i < kStallReasons; ++i) {
      text += fmt::format(", {} {}", kStallNames[i], account.stalled(static_cast<StallReason>(i)));
    }
    line(text);
  }

  void counter(const Counter& counter) override { line(fmt::format("{}: {}", with_unit(counter, counter.value()), counter.meaning())); }

  void histogram(const Histogram& histogram) override {
    std::string text = fmt::format("{} {} values [{}]: {}; sum {}, max {}", histogram.name(), histogram.count(), histogram.unit(),
                                   histogram.meaning(), histogram.sum(), histogram.max());
    for (std::size_t bin = 0; bin < histogram.bins().size(); ++bin) {
      if (histogram.bins()[bin] > 0) text += fmt::format("; {}: {}", bin, histogram.bins()[bin]);
    }
    if (histogram.overflow() > 0) text += fmt::format("; from {}: {}", histogram.bins().size(), histogram.overflow());
    line(text);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  static std::string with_unit(const Counter& counter, std::uint64_t value) {
    return counter.unit().empty() ? fmt::format("{} {}", counter.name(), value) : fmt::format("{} {} {}", counter.name(), value, counter.unit());
  }
  void line(const std::string& text) { text_ += fmt::format("{:{}}{}\n", "", 2 * depth_, text); }

  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string to_text(const StatGroup& root) {
  TextWriter writer;
  root.visit(writer);
  return writer.take();
}

}  // namespace ngpcsim::stats
