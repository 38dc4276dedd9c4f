#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace ngpcsim::models {

/// What the look-ups of one level did to the grid SRAM.
struct LevelCounters {
  std::uint64_t queries = 0;
  std::uint64_t lookups = 0;   ///< corners asked for
  std::uint64_t accesses = 0;  ///< words read from a bank, each `beats` cycles long
  std::uint64_t reused = 0;    ///< queries served from the registers of the query before
  std::uint64_t line_lookups = 0;  ///< of tags (grid SRAM mode `cached`)
  std::uint64_t line_misses = 0;   ///< lines fetched
  std::uint64_t page_visits = 0;   ///< of queries to pages (grid SRAM mode `paged`)
  std::array<std::uint64_t, 9> conflict_histogram{};  ///< queries by the accesses to their fullest bank; 0: reused; of a paged level, visits of queries to pages

  /// Cycles lost to conflicts, in units of `beats`.
  [[nodiscard]] std::uint64_t conflicts() const {
    std::uint64_t lost = 0;
    for (std::size_t n = 2; n < conflict_histogram.size(); ++n) lost += (n - 1) * conflict_histogram[n];
    return lost;
  }
  /// Cycles for which the grid SRAM was taken, in units of `beats`, fills aside.
  [[nodiscard]] std::uint64_t cycles() const {
    std::uint64_t all = conflict_histogram[0];
    for (std::size_t n = 1; n < conflict_histogram.size(); ++n) all += n * conflict_histogram[n];
    return all;
  }
  LevelCounters& operator+=(const LevelCounters& other) {
    queries += other.queries;
    lookups += other.lookups;
    accesses += other.accesses;
    reused += other.reused;
    line_lookups += other.line_lookups;
    line_misses += other.line_misses;
    page_visits += other.page_visits;
    for (std::size_t n = 0; n < conflict_histogram.size(); ++n) conflict_histogram[n] += other.conflict_histogram[n];
    return *this;
  }
};

}  // namespace ngpcsim::models
