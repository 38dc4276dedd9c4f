#pragma once
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ngpcsim::models {

/// How far a list is, told by the NFPs and asked for by whoever shows it.
class GemmProgressMeter {
 public:
  /// Gets the number of the present multiplication and the useful MACs done; answers false to interrupt the run.
  using Show = std::function<bool(std::size_t layer, std::uint64_t macs_done)>;

  explicit GemmProgressMeter(Show show, std::size_t nfps) : show_(std::move(show)), macs_(nfps, 0) {}

  void begin_layer(std::size_t layer) { layer_ = layer; }
  /// NFP `nfp` has done `macs` since edge 0. False: the run is to be interrupted.
  [[nodiscard]] bool report(std::size_t nfp, std::uint64_t macs) {
    done_ += macs - macs_[nfp];
    macs_[nfp] = macs;
    return !show_ || ++reports_ % kReportsToShow != 0 || show_(layer_, done_);
  }
  [[nodiscard]] std::uint64_t reports() const { return reports_; }

 private:
  static constexpr std::uint64_t kReportsToShow = 16;  ///< activations of an NFP: about a millisecond

  Show show_;
  std::size_t layer_ = 0;
  std::vector<std::uint64_t> macs_;
  std::uint64_t done_ = 0, reports_ = 0;
};

}  // namespace ngpcsim::models
