#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tests/naive/gemm_folds.h"
#include "tests/naive/gemm_number.h"

/// The processing elements themselves, register by register. They know nothing of the sequencer's rules; what arrives too early or too late, or at a place in
/// use, is found out here.
namespace ngpcsim::naive {

/// An operand on its way, with what it is.
struct GemmDatum {
  GemmElement element;
  GemmNumber value;
};

/// A step that enters: which one, and the operands it takes.
struct GemmEntry {
  std::size_t fold = 0;
  std::uint64_t step = 0;
  std::vector<GemmDatum> a, b;
};

/// A load step: a row of the operand that stays, or nothing.
struct GemmLoadEntry {
  std::size_t fold = 0;
  std::uint64_t step = 0;
  std::vector<GemmDatum> data;
};

/// What leaves the array at one edge.
struct GemmLeaving {
  struct Result {
    std::size_t fold;
    std::uint64_t step, row, col;  ///< row: of the element that held it (output stationary)
    GemmNumber value;
  };
  std::vector<Result> results;
  /// The step whose last possible result leaves.
  std::optional<std::pair<std::size_t, std::uint64_t>> complete;
};

class GemmGrid {
 public:
  virtual ~GemmGrid() = default;
  /// One edge of the array.
  virtual GemmLeaving tick(const std::optional<GemmEntry>& entry, const std::optional<GemmLoadEntry>& load) = 0;
};

[[nodiscard]] std::unique_ptr<GemmGrid> make_gemm_grid(const GemmArraySetup& array, const GemmJob& job, const std::vector<GemmFold>& folds);

}  // namespace ngpcsim::naive
