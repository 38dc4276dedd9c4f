#include "workloads/gemm/clean_name.h"

#include <cstddef>
#include <cstdint>

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMaxNameBytes = 120;
constexpr unsigned char kNoBreak = 0xA0;

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Second bytes that would make an overlong form, a surrogate, or a code point beyond U+10FFFF.
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F)) return 0;
  return length;
}

}  // namespace

std::string clean_name(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const bool kept = length > 1 || (length == 1 && text[0] >= ' ' && text[0] != 0x7F);
    const std::string_view piece = kept ? text.substr(0, length) : "?";
    if (name.size() + piece.size() > kMaxNameBytes) break;
    name += piece;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return name;
}

std::string_view trim_blanks(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (;;) {
    if (text.starts_with("\xC2\xA0")) text.remove_prefix(2);
    else if (!text.empty() && (text[0] == ' ' || text[0] == '\t' || byte(0) == kNoBreak)) text.remove_prefix(1);
    else break;
  }
  for (;;) {
    const std::size_t n = text.size();
    if (text.ends_with("\xC2\xA0")) text.remove_suffix(2);
    else if (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t')) text.remove_suffix(1);
    else if (n > 1 && byte(n - 1) == kNoBreak && byte(n - 2) < 0x80) text.remove_suffix(1);  // else it may end a letter
    else break;
  }
  return text;
}

}  // namespace ngpcsim::workloads
