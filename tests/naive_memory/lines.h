#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/naive_memory/replacement.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

struct Sector {
  bool valid = false;
  bool dirty = false;
  bool coming = false;  ///< on its way from DRAM
};

/// A way and what is in it. `number` is the line's address in the slice, in lines.
struct Way {
  bool present = false;
  std::uint64_t number = 0;
  std::vector<Sector> sectors;
  bool has_mshr = false;
};

/// Bytes one after the other in a slice.
struct Run {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// The lines of one slice.
class Lines {
 public:
  explicit Lines(const MemorySetup& setup);

  [[nodiscard]] std::uint64_t number(std::uint64_t address) const { return address / setup_.line_bytes; }
  [[nodiscard]] Way* find(std::uint64_t number);
  /// A way of the line's set is invalid, or has no MSHR.
  [[nodiscard]] bool has_room(std::uint64_t number) const;

  struct Taken {
    Way* way = nullptr;
    bool evicted = false;
    std::vector<Run> written{};  ///< of the victim
  };
  Taken take(std::uint64_t number);
  void touch(std::uint64_t number);

  /// Which sectors a piece touches, and which it covers.
  [[nodiscard]] std::vector<bool> touched(const Piece& piece) const;
  [[nodiscard]] std::vector<bool> covered(const Piece& piece) const;
  /// Neighbouring ones of the wanted sectors as one run each.
  [[nodiscard]] std::vector<Run> runs(std::uint64_t number, const std::vector<bool>& wanted) const;

 private:
  [[nodiscard]] unsigned set_of(std::uint64_t number) const { return static_cast<unsigned>(number % setup_.sets); }

  MemorySetup setup_;
  std::uint64_t sectors_;
  std::vector<std::vector<Way>> sets_;
  Replacement replacement_;
};

}  // namespace ngpcsim::naive_memory
