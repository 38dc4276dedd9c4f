#include "sim/app/progress.h"

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

std::string time_left(double done, double seconds) {
  if (done <= 0.0) return {};
  const auto left = static_cast<long>(seconds * (1.0 - done) / done + 0.5);
  return fmt::format("  {}:{:02} left", left / 60, left % 60);
}

}  // namespace

std::string progress_line(const models::RunProgress& progress, double seconds) {
  const double done = progress.pixels == 0 ? 0.0 : static_cast<double>(progress.pixels_done) / static_cast<double>(progress.pixels);
  const double queries = static_cast<double>(progress.queries_done);
  std::string line = fmt::format("frame {}/{}  {:.0f} %  {:.1f} M queries", progress.frame + 1, progress.frames, done * 100.0, queries / 1e6);
  if (seconds > 0.0) line += fmt::format("  {:.2f} M queries/s", queries / seconds / 1e6);
  return line + time_left(done, seconds);
}

std::string gemm_progress_line(const models::GemmProgress& progress, double seconds) {
  const double done = progress.macs == 0 ? 0.0 : static_cast<double>(progress.macs_done) / static_cast<double>(progress.macs);
  return fmt::format("multiplication {}/{}  {:.0f} %{}", progress.layer + 1, progress.layers, done * 100.0, time_left(done, seconds));
}

std::string picture_progress_line(double done, double seconds) { return fmt::format("picture  {:.0f} %{}", done * 100.0, time_left(done, seconds)); }

std::string points_progress_line(std::size_t ended, std::size_t of, std::size_t ran, double seconds) {
  const double left = static_cast<double>(of - std::min(of, ended - ran));
  return fmt::format("point {} of {}  {:.1f} points/s{}", ended, of, seconds > 0.0 ? static_cast<double>(ran) / seconds : 0.0, left > 0.0 ? time_left(static_cast<double>(ran) / left, seconds) : "");
}

std::string runs_progress_line(std::size_t ended, std::size_t of, double seconds) {
  return fmt::format("run {} of {}{}", ended, of, time_left(static_cast<double>(ended) / static_cast<double>(of), seconds));
}

void ProgressMeter::show(Clock::time_point now, const std::string& line) {
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  out_ << "\r\x1b[K" << line << std::flush;
}

void ProgressMeter::finish() {
  if (shown_) out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace ngpcsim::app
