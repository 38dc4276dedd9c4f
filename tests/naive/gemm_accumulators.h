#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "tests/naive/gemm_number.h"

namespace ngpcsim::naive {

/// Partial sums between folds. What is written at an edge can be read at the next one.
class GemmAccumulators {
 public:
  /// The sum that fold `fold` left for (step, col); a sum of another fold, or none, is a hazard.
  [[nodiscard]] GemmNumber read(std::size_t fold, std::uint64_t step, std::uint64_t col) const {
    const auto place = sums_.find({step, col});
    check(place != sums_.end() && place->second.fold == fold, "sum {} of column {} of fold {} is read before it is there, or after it was overwritten", step,
          col, fold);
    return place->second.value;
  }
  void write(std::size_t fold, std::uint64_t step, std::uint64_t col, GemmNumber value) { writes_.push_back({{step, col}, {fold, value}}); }
  void commit() {
    for (const auto& [place, sum] : writes_) sums_[place] = sum;
    writes_.clear();
  }

 private:
  struct Sum {
    std::size_t fold;
    GemmNumber value;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Sum> sums_;
  std::vector<std::pair<std::pair<std::uint64_t, std::uint64_t>, Sum>> writes_;
};

}  // namespace ngpcsim::naive
