#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "tests/naive/gemm_setup.h"

/// The folds of section 1 of docs/gemm.md written out, element by element.
namespace ngpcsim::naive {

/// One element of A (operand 0: row `line`) or B (operand 1: column `line`).
struct GemmElement {
  int operand = 0;
  std::uint64_t batch = 0, line = 0, k = 0;
  friend auto operator<=>(const GemmElement&, const GemmElement&) = default;
};

struct GemmFold {
  std::uint64_t batch = 0, outer = 0, mid = 0, inner = 0;
  std::uint64_t rows = 0, cols = 0;  ///< in use
  /// Elements that each load step brings into the array; empty ones shift nothing in.
  std::vector<std::vector<GemmElement>> loads;
  /// For each stream step what it takes of A and of B.
  std::vector<std::array<std::vector<GemmElement>, 2>> steps;
  std::uint64_t first_m = 0, first_n = 0;  ///< of its block of results
  bool continues = false, keeps = false;
};

/// A block of one operand in one fold: its bytes in memory, and whether it is fetched.
struct GemmBlock {
  std::uint64_t address = 0, bytes = 0;
  bool fetched = true;
};

struct GemmFoldList {
  std::vector<GemmFold> folds;
  std::map<GemmElement, std::uint64_t> address;              ///< of every element, bytes
  std::array<bool, 2> held{};                                ///< the store has claims on the operand
  std::array<std::uint64_t, 2> claim{};                      ///< bytes of the claim
  std::vector<std::array<GemmBlock, 2>> blocks;              ///< by fold and operand
};

[[nodiscard]] GemmFoldList write_out_folds(const GemmArraySetup& array, const GemmJob& job);

}  // namespace ngpcsim::naive
