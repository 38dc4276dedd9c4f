#pragma once
#include <cstddef>
#include <deque>
#include <vector>

#include "tests/naive_memory/dram_side.h"
#include "tests/naive_memory/lines.h"
#include "tests/naive_memory/result.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// Sections 3, 4 and 7 of one slice. At every edge: fill, look_up, then grants and answers as the crossbar decides.
class Slice {
 public:
  explicit Slice(const MemorySetup& setup) : setup_(setup), lines_(setup), dram_(setup) {}

  void fill(Edge edge);
  void look_up(Edge edge);

  /// Places of the input queue that are taken, as grants of an edge see them.
  [[nodiscard]] bool has_place(Edge edge) const;
  void send(const Piece& piece, Edge visible) { input_.push_back({piece, visible}); }

  struct Finished {
    Piece piece;
    Edge finished = 0;
    Edge looked_up = 0;
  };
  /// The piece that may leave at an edge; none: nullptr.
  [[nodiscard]] const Finished* head(Edge edge) const;
  Piece leave(Edge edge);

  [[nodiscard]] const SliceAccount& account() const { return account_; }

 private:
  struct Waiting {
    Piece piece;
    Edge visible = 0;
  };
  struct Target {
    Piece piece;
    Edge looked_up = 0;
  };
  struct Mshr {
    std::uint64_t number = 0;
    std::vector<Target> targets{};
  };

  [[nodiscard]] bool must_wait(const Piece& piece, Edge edge);
  void happen(const Piece& piece, Edge edge);
  void write_through(const Piece& piece, Edge edge);
  void prefetch(std::uint64_t number, Edge edge);
  void fill_run(const Run& run, Edge edge);
  Way* take(std::uint64_t number, Edge edge);
  void finish(const Piece& piece, Edge looked_up, Edge edge);
  void ask(bool write, const Run& run, Edge edge);

  [[nodiscard]] std::vector<bool> need(const Piece& piece) const;
  [[nodiscard]] bool misses(const Piece& piece);
  [[nodiscard]] Mshr* mshr_of(std::uint64_t number);
  [[nodiscard]] bool is(Misreading misreading) const { return setup_.misread(misreading); }
  [[nodiscard]] bool back() const { return setup_.writes == Writes::kBack; }

  MemorySetup setup_;
  Lines lines_;
  DramSide dram_;
  std::deque<Waiting> input_{};
  std::vector<Mshr> mshrs_{};
  std::vector<Finished> output_{};  ///< in order of `finished`, and of fills and look-ups
  std::vector<Run> late_writes_{};  ///< of a victim, where a misreading holds them back
  Edge free_again_ = 0;             ///< u' + ceil(bytes' / slice_bytes)
  Edge place_back_ = 0;             ///< the edge from which the place of the piece looked up last is free
  Edge may_leave_ = 0;              ///< t' + o'
  SliceAccount account_{};
};

}  // namespace ngpcsim::naive_memory
