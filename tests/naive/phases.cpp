#include "tests/naive/phases.h"

#include <algorithm>

namespace ngpcsim::naive {
namespace {

[[nodiscard]] unsigned padded(unsigned dimension) { return (dimension + 15) / 16 * 16; }

[[nodiscard]] unsigned inside(unsigned size, unsigned from, unsigned count) { return size > from ? std::min(size - from, count) : 0; }

}  // namespace

std::vector<Phase> lower(const MlpSetup& mlp) {
  std::vector<Phase> phases;
  for (std::size_t l = 0; l < mlp.layers.size(); ++l) {
    const Layer& layer = mlp.layers[l];
    for (unsigned col0 = 0; col0 < padded(layer.out); col0 += mlp.cols) {
      for (unsigned row0 = 0; row0 < padded(layer.in); row0 += mlp.rows) {
        Phase phase{.layer = l, .row0 = row0, .col0 = col0};
        phase.rows = std::min(mlp.rows, padded(layer.in) - row0);
        phase.cols = std::min(mlp.cols, padded(layer.out) - col0);
        phase.useful = std::uint64_t{inside(layer.in, row0, phase.rows)} * inside(layer.out, col0, phase.cols);
        if (mlp.packing) phase.pack = (mlp.rows / phase.rows) * (mlp.cols / phase.cols);
        const std::uint64_t weights = std::uint64_t{phase.rows} * phase.cols;
        phase.load_edges = (weights + mlp.weight_load_width - 1) / mlp.weight_load_width;
        phases.push_back(phase);
      }
    }
  }
  return phases;
}

}  // namespace ngpcsim::naive
