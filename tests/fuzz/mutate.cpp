#include <algorithm>
#include <array>
#include <cstring>

#include "sim/base/rng.h"
#include "tests/fuzz/driver.h"

namespace ngpcsim::fuzz {
namespace {

constexpr std::size_t kLargestInput = std::size_t{1} << 20;

/// Numbers at which things turn over.
constexpr std::array<std::uint64_t, 14> kNumbers{0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};

/// Below `bound`, 0 where there is nothing below it.
std::size_t below(Rng& rng, std::size_t bound) { return bound == 0 ? 0 : rng.below(static_cast<std::uint32_t>(bound)); }

std::size_t place(Rng& rng, const std::string& input) { return below(rng, input.size()); }

void flip_bit(std::string& input, Rng& rng) {
  if (input.empty()) return;
  char& byte = input[place(rng, input)];
  byte = static_cast<char>(byte ^ (1 << rng.below(8)));
}

void set_byte(std::string& input, Rng& rng) {
  if (!input.empty()) input[place(rng, input)] = static_cast<char>(rng.below(256));
}

void truncate(std::string& input, Rng& rng) { input.resize(place(rng, input)); }

void remove_part(std::string& input, Rng& rng) { input.erase(place(rng, input), 1 + rng.below(64)); }

void repeat_part(std::string& input, Rng& rng) {
  const std::string part = input.substr(place(rng, input), 1 + rng.below(64));
  input.insert(place(rng, input), part);
}

/// A binary number, of 1 to 8 bytes: one at which things turn over, or one near what is there.
void edit_number(std::string& input, Rng& rng) {
  const std::size_t bytes = std::size_t{1} << rng.below(4);
  if (input.size() < bytes) return;
  char* const at = input.data() + below(rng, input.size() - bytes + 1);
  std::uint64_t number = 0;
  std::memcpy(&number, at, bytes);
  number = rng.below(2) == 0 ? kNumbers[below(rng, kNumbers.size())] : number + rng.below(33) - 16;
  std::memcpy(at, &number, bytes);
}

/// A number written in digits.
void edit_digits(std::string& input, Rng& rng) {
  const std::size_t at = input.find_first_of("0123456789", place(rng, input));
  if (at == std::string::npos) return;
  const std::size_t end = std::min(input.find_first_not_of("0123456789", at), input.size());
  input.replace(at, end - at, (rng.below(4) == 0 ? "-" : "") + std::to_string(kNumbers[below(rng, kNumbers.size())]));
}

/// The beginning of one and the end of another.
void splice(std::string& input, const std::string& other, Rng& rng) {
  input.resize(place(rng, input));
  input += other.substr(place(rng, other));
}

}  // namespace

std::string mutated(const std::vector<std::string>& good, std::uint64_t seed, std::uint64_t number) {
  Rng rng(seed * 0x9E3779B97F4A7C15 + number);
  std::string input = good[below(rng, good.size())];
  constexpr std::array<void (*)(std::string&, Rng&), 8> kEdits{flip_bit, set_byte, edit_number, edit_number, edit_digits, remove_part, repeat_part, truncate};
  for (std::uint64_t edits = rng.below(6); edits > 0; --edits) {
    if (rng.below(12) == 0) splice(input, good[below(rng, good.size())], rng);
    else kEdits[below(rng, rng.below(4) == 0 ? kEdits.size() : kEdits.size() - 1)](input, rng);  // truncations hide what comes after
  }
  input.resize(std::min(input.size(), kLargestInput));
  return input;
}

}  // namespace ngpcsim::fuzz
