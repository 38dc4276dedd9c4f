#include "tests/naive_memory/lines.h"

#include <algorithm>

namespace ngpcsim::naive_memory {

Lines::Lines(const MemorySetup& setup) : setup_(setup), sectors_(setup.line_bytes / setup.sector_bytes), replacement_(setup) {
  Way empty;
  empty.sectors.resize(sectors_);
  sets_.assign(setup.sets, std::vector<Way>(setup.ways, empty));
}

Way* Lines::find(std::uint64_t number) {
  for (Way& way : sets_[set_of(number)]) {
    if (way.present && way.number == number) return &way;
  }
  return nullptr;
}

bool Lines::has_room(std::uint64_t number) const {
  const std::vector<Way>& set = sets_[set_of(number)];
  return std::any_of(set.begin(), set.end(), [](const Way& way) { return !way.present || !way.has_mshr; });
}

Lines::Taken Lines::take(std::uint64_t number) {
  const unsigned set = set_of(number);
  std::vector<Way>& ways = sets_[set];
  std::vector<bool> may_go;
  for (const Way& way : ways) may_go.push_back(!way.has_mshr);
  const auto invalid = std::find_if(ways.begin(), ways.end(), [](const Way& way) { return !way.present; });
  const unsigned place = invalid != ways.end() ? static_cast<unsigned>(invalid - ways.begin()) : replacement_.victim(set, may_go);

  Way& way = ways[place];
  Taken taken{&way, way.present};
  if (way.present) {
    std::vector<bool> dirty;
    for (const Sector& sector : way.sectors) dirty.push_back(sector.dirty);
    taken.written = runs(way.number, dirty);
  }
  way.present = true;
  way.number = number;
  way.has_mshr = false;
  way.sectors.assign(sectors_, Sector{});
  replacement_.take(set, place);
  return taken;
}

void Lines::touch(std::uint64_t number) {
  const unsigned set = set_of(number);
  for (unsigned place = 0; place < setup_.ways; ++place) {
    if (sets_[set][place].present && sets_[set][place].number == number) replacement_.touch(set, place);
  }
}

std::vector<bool> Lines::touched(const Piece& piece) const {
  const std::uint64_t first = piece.address % setup_.line_bytes, end = first + piece.bytes;
  std::vector<bool> result;
  for (std::uint64_t s = 0; s < sectors_; ++s) result.push_back(first < (s + 1) * setup_.sector_bytes && end > s * setup_.sector_bytes);
  return result;
}

std::vector<bool> Lines::covered(const Piece& piece) const {
  const std::uint64_t first = piece.address % setup_.line_bytes, end = first + piece.bytes;
  std::vector<bool> result;
  for (std::uint64_t s = 0; s < sectors_; ++s) result.push_back(first <= s * setup_.sector_bytes && end >= (s + 1) * setup_.sector_bytes);
  return result;
}

std::vector<Run> Lines::runs(std::uint64_t number, const std::vector<bool>& wanted) const {
  std::vector<Run> result;
  for (std::uint64_t s = 0; s < sectors_; ++s) {
    if (!wanted[s]) continue;
    if (s > 0 && wanted[s - 1]) result.back().bytes += setup_.sector_bytes;
    else result.push_back({number * setup_.line_bytes + s * setup_.sector_bytes, setup_.sector_bytes});
  }
  return result;
}

}  // namespace ngpcsim::naive_memory
