#include "sim/app/bandwidth_series.h"

#include "sim/base/clock_domain.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kMostSpans = 512;

}  // namespace

void BandwidthSeries::add(std::uint64_t edge, const models::MemoryRequest& request) {
  while (edge / edges_ >= kMostSpans) halve();
  if (const std::size_t span = edge / edges_; span >= spans_.size()) spans_.resize(span + 1);
  Span& span = spans_[edge / edges_];
  if (request.access != models::MemoryAccess::kWrite) span.read += request.bytes;
  if (request.access != models::MemoryAccess::kRead) span.written += request.bytes;
}

void BandwidthSeries::halve() {
  edges_ *= 2;
  std::vector<Span> halved((spans_.size() + 1) / 2);
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    halved[i / 2].read += spans_[i].read;
    halved[i / 2].written += spans_[i].written;
  }
  spans_ = std::move(halved);
}

double BandwidthSeries::gb_s(std::uint64_t bytes) const { return static_cast<double>(bytes) * static_cast<double>(khz_) / static_cast<double>(edges_) / 1e6; }

Json BandwidthSeries::json() const {
  Json all = Json::array();
  for (std::size_t i = 0; i < spans_.size(); ++i)
    all.push_back({{"ms", static_cast<double>(i * edges_) / static_cast<double>(khz_)}, {"read_gb_s", gb_s(spans_[i].read)}, {"write_gb_s", gb_s(spans_[i].written)}});
  return all;
}

std::vector<TimelineSample> BandwidthSeries::samples() const {
  std::vector<TimelineSample> all;
  const ClockDomain clock(khz_);
  for (std::size_t i = 0; i < spans_.size(); ++i) all.push_back({clock.picoseconds(i * edges_), "memory bandwidth", {{"read_gb_s", gb_s(spans_[i].read)}, {"write_gb_s", gb_s(spans_[i].written)}}});
  if (!spans_.empty()) all.push_back({clock.picoseconds(spans_.size() * edges_), "memory bandwidth", {{"read_gb_s", 0.0}, {"write_gb_s", 0.0}}});
  return all;
}

}  // namespace ngpcsim::app
