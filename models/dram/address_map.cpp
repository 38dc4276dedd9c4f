#include "models/dram/address_map.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "sim/config/number.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::models::dram {
namespace {

constexpr std::size_t kRow = 0, kRank = 1, kBankGroup = 2, kBank = 3, kColumn = 4, kPseudoChannel = 5, kChannel = 6, kOffset = 7;
constexpr std::array<std::string_view, 8> kNames{"row", "rank", "bankgroup", "bank", "column", "pseudochannel", "channel", "offset"};
constexpr std::array<std::string_view, 8> kShortNames{"ro", "ra", "bg", "ba", "co", "pc", "ch", "of"};
constexpr std::string_view kSyntax =
    "fields row rank bankgroup bank column pseudochannel channel offset, most significant first, each with :bits where it is given in parts";

std::uint32_t log2_of(std::uint64_t size) { return static_cast<std::uint32_t>(std::bit_width(size - 1)); }

/// A field of the text: which one, and how many bits if it says so.
struct Word {
  std::size_t field = 0;
  std::optional<std::uint32_t> bits;
};

}  // namespace

/// From the text to parts, least significant first.
class MappingReader {
 public:
  MappingReader(std::string_view text, const Geometry& g, const InputLocation& at)
      : text_(text), at_(at), sizes_{g.rows, g.ranks, g.bank_groups, g.banks, g.bursts_per_row, g.pseudo_channels, g.channels, g.burst_bytes} {}

  void read(AddressMap& map) {
    split();
    fill_widths();
    std::uint32_t shift = log2_of(sizes_[kOffset]);
    std::array<std::uint32_t, kOffset> filled{};
    for (auto word = words_.rbegin(); word != words_.rend(); ++word) {
      const std::uint32_t bits = *word->bits;
      if (word->field == kChannel) {
        map.channel_shift_ = shift;
        map.channel_bits_ = bits;
      } else if (bits > 0) {
        std::vector<AddressMap::Part>& parts = word->field == kRow ? map.row_ : word->field == kColumn ? map.column_ : map.bank_;
        parts.push_back({static_cast<std::uint8_t>(shift), static_cast<std::uint8_t>(base(word->field) + filled[word->field]), (1u << bits) - 1});
        filled[word->field] += bits;
        shift += bits;
      }
    }
  }

 private:
  void split() {
    if (text_.find(' ') == std::string_view::npos && text_.find(':') == std::string_view::npos && text_.size() > 9 && text_.size() % 2 == 0) {
      for (std::size_t i = 0; i < text_.size(); i += 2) add(text_.substr(i, 2), kShortNames);
    } else {
      std::size_t begin = 0;
      while (begin < text_.size()) {
        const std::size_t end = std::min(text_.find(' ', begin), text_.size());
        if (end > begin) add(text_.substr(begin, end - begin), kNames);
        begin = end + 1;
      }
    }
    if (words_.empty()) fail("the device has no address mapping");
    if (words_.back().field == kOffset) {
      if (words_.back().bits && *words_.back().bits != log2_of(sizes_[kOffset]))
        fail(fmt::format("offset:{} does not fit bursts of {} bytes", *words_.back().bits, sizes_[kOffset]));
      words_.pop_back();
    }
  }

  void add(std::string_view word, const std::array<std::string_view, 8>& names) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto found = std::find(names.begin(), names.end(), word.substr(0, colon));
    if (found == names.end()) {
      const auto near = config::nearest(word.substr(0, colon), {names.begin(), names.end()});
      fail(fmt::format("no field is named {}{}", config::in_quotes(word.substr(0, colon)), near ? fmt::format(" (did you mean {}?)", *near) : ""));
    }
    Word read{static_cast<std::size_t>(found - names.begin()), std::nullopt};
    if (!words_.empty() && words_.back().field == kOffset) fail("offset must come last");
    if (colon < word.size()) {
      const auto bits = config::parse_integer(word.substr(colon + 1));
      if (!bits.value || *bits.value < 0 || *bits.value > 32) fail(fmt::format("{} is no number of bits", config::in_quotes(word.substr(colon + 1))));
      read.bits = static_cast<std::uint32_t>(*bits.value);
    }
    words_.push_back(read);
  }

  /// Parts without a number of bits take what the others of their field leave; then every field must be there in full.
  void fill_widths() {
    for (std::size_t field = 0; field < kOffset; ++field) {
      const std::uint32_t wanted = log2_of(sizes_[field]);
      std::uint32_t given = 0, parts = 0;
      Word* open = nullptr;
      for (Word& word : words_) {
        if (word.field != field) continue;
        ++parts;
        if (word.bits) given += *word.bits;
        else if (open != nullptr) fail(fmt::format("two parts of {} without a number of bits", kNames[field]));
        else open = &word;
      }
      if (field == kChannel && parts > 1) fail("channel can be given in one part only");
      if (open != nullptr && given <= wanted) {
        open->bits = wanted - given;
        given = wanted;
      }
      if (given != wanted) fail(fmt::format("{} has {} bits, the device's {} {} need {}", kNames[field], given, sizes_[field], plural(field), wanted));
    }
  }

  /// Where a field begins in the number that it is a part of.
  [[nodiscard]] std::uint32_t base(std::size_t field) const {
    const std::uint32_t bank = log2_of(sizes_[kBank]), in_rank = bank + log2_of(sizes_[kBankGroup]);
    return field == kBankGroup ? bank : field == kRank ? in_rank : field == kPseudoChannel ? in_rank + log2_of(sizes_[kRank]) : 0;
  }

  static std::string_view plural(std::size_t field) {
    constexpr std::array<std::string_view, kOffset> kPlurals{"rows",    "ranks", "bank groups", "banks of a group", "bursts of a row", "pseudo-channels",
                                                             "channels"};
    return kPlurals[field];
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(at_, fmt::format("dram.controller.mapping = {}: {}", config::in_quotes(text_), what), std::string(kSyntax));
  }

  std::string_view text_;
  const InputLocation& at_;
  std::array<std::uint64_t, 8> sizes_;
  std::vector<Word> words_;
};

AddressMap::AddressMap(std::string_view text, bool bank_hash, const Geometry& geometry, const InputLocation& at) : geometry_(geometry) {
  MappingReader(text, geometry, at).read(*this);
  channels_power_of_two_ = std::has_single_bit(geometry.channels);
  if (bank_hash) hash_mask_ = geometry.banks_per_rank() - 1;
}

Place AddressMap::place(std::uint64_t address) const {
  const std::uint64_t below = address & ((std::uint64_t{1} << channel_shift_) - 1);
  std::uint64_t above = address >> channel_shift_;
  Place place;
  if (channels_power_of_two_) {
    place.channel = static_cast<std::uint32_t>(above) & (geometry_.channels - 1);
    above >>= channel_bits_;
  } else {
    place.channel = static_cast<std::uint32_t>(above % geometry_.channels);
    above /= geometry_.channels;
  }
  const std::uint64_t rest = (above << channel_shift_) | below;
  place.row = gather(row_, rest);
  place.column = gather(column_, rest);
  place.bank = gather(bank_, rest) ^ hash(place.row);
  return place;
}

std::uint64_t AddressMap::address(const Place& place) const {
  std::uint64_t rest = 0;
  const auto scatter = [&rest](const std::vector<Part>& parts, std::uint32_t number) {
    for (const Part& part : parts) rest |= std::uint64_t{(number >> part.at) & part.mask} << part.shift;
  };
  scatter(row_, place.row);
  scatter(column_, place.column);
  scatter(bank_, place.bank ^ hash(place.row));
  const std::uint64_t below = rest & ((std::uint64_t{1} << channel_shift_) - 1);
  return (((rest >> channel_shift_) * geometry_.channels + place.channel) << channel_shift_) | below;
}

}  // namespace ngpcsim::models::dram
