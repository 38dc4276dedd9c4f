#include "tests/dram_checker/address_map.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

constexpr std::array<std::string_view, 8> kAddressFieldNames{"row", "rank", "bankgroup", "bank", "column", "pseudochannel", "channel", "offset"};
constexpr std::array<std::string_view, 7> kLetters{"ro", "ra", "bg", "ba", "co", "pc", "ch"};

/// "rorabgbachco" in words.
std::string spell_out(const std::string& mapping) {
  if (mapping.find(' ') != std::string::npos || (mapping.size() != 12 && mapping.size() != 14)) return mapping;
  std::string words;
  for (std::size_t i = 0; i < mapping.size(); i += 2) {
    const auto pair = std::find(kLetters.begin(), kLetters.end(), std::string_view(mapping).substr(i, 2));
    if (pair == kLetters.end()) return mapping;
    words += fmt::format("{} ", kAddressFieldNames[static_cast<std::size_t>(pair - kLetters.begin())]);
  }
  return words;
}

}  // namespace

AddressMap::AddressMap(const Geometry& geometry, const std::string& mapping, bool bank_hash) : geometry_(geometry), bank_hash_(bank_hash) {
  if (!std::has_single_bit(geometry.burst_bytes())) throw BadInput(fmt::format("a burst of {} bytes: a power of two expected", geometry.burst_bytes()));
  std::vector<Part> parts = parse(mapping);
  std::reverse(parts.begin(), parts.end());
  std::array<std::uint64_t, kFields> left{}, seen{}, rests{};
  for (std::size_t f = 0; f < kFields; ++f) left[f] = field_bits(static_cast<Field>(f));
  for (const Part& part : parts) {
    ++seen[part.field];
    rests[part.field] += part.rest ? 1 : 0;
    if (part.bits > left[part.field] || rests[part.field] > 1)
      throw BadInput(fmt::format("mapping '{}': {} does not fit", mapping, kAddressFieldNames[part.field]));
    left[part.field] -= part.bits;
  }
  for (Part& part : parts) {
    if (!part.rest) continue;
    part.bits = left[part.field];
    left[part.field] = 0;
  }
  for (std::size_t f = 0; f < kFields; ++f) {
    const bool needs_part = f == kChannel ? geometry.channels > 1 && seen[f] == 0 : left[f] > 0;
    if (needs_part) throw BadInput(fmt::format("mapping '{}': {} has too few bits", mapping, kAddressFieldNames[f]));
  }
  if (seen[kChannel] > 1) throw BadInput(fmt::format("mapping '{}': channel in parts", mapping));
  std::uint64_t bits = 0;
  for (const Part& part : parts) {
    if (part.field == kChannel) below_channel_ = bits;
    else parts_.push_back(part);
    bits += part.bits;
  }
}

std::uint64_t AddressMap::field_bits(Field field) const {
  const auto log2 = [](std::uint64_t value) { return static_cast<std::uint64_t>(std::countr_zero(value)); };
  switch (field) {
    case kRow: return log2(geometry_.rows);
    case kRank: return log2(geometry_.ranks);
    case kBankGroup: return log2(geometry_.bank_groups);
    case kBank: return log2(geometry_.banks);
    case kColumn: return log2(geometry_.bursts_per_row());
    case kPseudoChannel: return log2(geometry_.pseudo_channels);
    case kOffset: return log2(geometry_.burst_bytes());
    case kChannel:
    case kFields: return 0;
  }
  return 0;
}

std::vector<AddressMap::Part> AddressMap::parse(const std::string& mapping) const {
  std::vector<Part> parts;
  std::istringstream words(spell_out(mapping));
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find(':'));
    const auto known = std::find(kAddressFieldNames.begin(), kAddressFieldNames.end(), name);
    if (known == kAddressFieldNames.end()) throw BadInput(fmt::format("mapping '{}': '{}' is no field", mapping, name));
    Part part{.field = static_cast<Field>(known - kAddressFieldNames.begin()), .bits = 0, .rest = name.size() == word.size()};
    if (!part.rest) {
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data() + name.size() + 1, end, part.bits);
      if (error != std::errc() || stop != end) throw BadInput(fmt::format("mapping '{}': '{}' is no field with a number of bits", mapping, word));
      // The channel is a remainder, however many bits are written for it.
      if (part.field == kChannel) part = {.field = kChannel, .bits = 0, .rest = true};
    }
    parts.push_back(part);
  }
  if (parts.empty() || parts.back().field != kOffset) parts.push_back({.field = kOffset, .bits = 0, .rest = true});
  return parts;
}

Command AddressMap::location(std::uint64_t address) const {
  const std::uint64_t unit = std::uint64_t{1} << below_channel_;
  Command place;
  place.channel = static_cast<std::uint32_t>(address / unit % geometry_.channels);
  std::uint64_t rest = address / (unit * geometry_.channels) * unit + address % unit;

  std::array<std::uint64_t, kFields> value{}, bits{};
  for (const Part& part : parts_) {
    value[part.field] |= (rest & ((std::uint64_t{1} << part.bits) - 1)) << bits[part.field];
    bits[part.field] += part.bits;
    rest >>= part.bits;
  }
  const std::uint64_t bank = hashed(value[kBankGroup] * geometry_.banks + value[kBank], value[kRow]);
  place.pseudo_channel = static_cast<std::uint32_t>(value[kPseudoChannel]);
  place.rank = static_cast<std::uint32_t>(value[kRank]);
  place.bank_group = static_cast<std::uint32_t>(bank / geometry_.banks);
  place.bank = static_cast<std::uint32_t>(bank % geometry_.banks);
  place.row = value[kRow];
  place.column = value[kColumn] * geometry_.burst_length;
  return place;
}

std::uint64_t AddressMap::address(const Command& place) const {
  const std::uint64_t bank = hashed(place.bank_group * geometry_.banks + place.bank, place.row);
  std::array<std::uint64_t, kFields> value{};
  value[kRow] = place.row;
  value[kRank] = place.rank;
  value[kBankGroup] = bank / geometry_.banks;
  value[kBank] = bank % geometry_.banks;
  value[kColumn] = place.column / geometry_.burst_length;
  value[kPseudoChannel] = place.pseudo_channel;

  std::uint64_t rest = 0, at = 0;
  for (const Part& part : parts_) {
    rest |= (value[part.field] & ((std::uint64_t{1} << part.bits) - 1)) << at;
    value[part.field] >>= part.bits;
    at += part.bits;
  }
  const std::uint64_t unit = std::uint64_t{1} << below_channel_;
  return (rest / unit * geometry_.channels + place.channel) * unit + rest % unit;
}

}  // namespace ngpcsim::dram_checker
