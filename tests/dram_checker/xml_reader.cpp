#include "tests/dram_checker/xml_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  XmlElement document() {
    skip_between_elements();
    XmlElement root = element();
    skip_between_elements();
    if (at_ < text_.size()) fail("text behind the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw BadInput(fmt::format("{}:{}: {}", file_, line(), what)); }

  [[nodiscard]] std::size_t line() const {
    const std::string_view before = text_.substr(0, at_);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }

  [[nodiscard]] bool next_is(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  void expect(std::string_view word) {
    if (!next_is(word)) fail(fmt::format("'{}' expected", word));
    at_ += word.size();
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) fail(fmt::format("no '{}' follows", end));
    at_ = found + end.size();
  }

  void skip_between_elements() {
    for (skip_spaces();; skip_spaces()) {
      if (next_is("<!--")) skip_past("-->");
      else if (next_is("<?")) skip_past("?>");
      else return;
    }
  }

  std::string name() {
    const std::size_t start = at_;
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == ':'; };
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    if (at_ == start) fail("a name expected");
    return std::string(text_.substr(start, at_ - start));
  }

  std::string quoted() {
    const char quote = next_is("'") ? '\'' : '"';
    expect(std::string_view(&quote, 1));
    std::string value;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '&') {
        const auto entity = std::find_if(kEntities.begin(), kEntities.end(), [&](const auto& e) { return next_is(e.first); });
        if (entity == kEntities.end()) fail("an entity that is not known");
        value += entity->second;
        at_ += entity->first.size();
      } else {
        value += text_[at_++];
      }
    }
    expect(std::string_view(&quote, 1));
    return value;
  }

  XmlElement element() {
    expect("<");
    XmlElement found;
    found.line = line();
    found.name = name();
    for (skip_spaces(); !next_is(">") && !next_is("/>"); skip_spaces()) {
      std::string key = name();
      skip_spaces();
      expect("=");
      skip_spaces();
      if (!found.attributes.emplace(key, quoted()).second) fail(fmt::format("attribute {} twice", key));
    }
    if (next_is("/>")) {
      expect("/>");
      return found;
    }
    expect(">");
    for (skip_between_elements(); !next_is("</"); skip_between_elements()) found.children.push_back(element());
    expect("</");
    if (const std::string closed = name(); closed != found.name) fail(fmt::format("</{}> ends <{}>", closed, found.name));
    skip_spaces();
    expect(">");
    return found;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

XmlElement parse_xml(std::string_view text, const std::string& file) { return Parser(text, file).document(); }

XmlElement read_xml(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) throw BadInput(fmt::format("{}: cannot be read", path.string()));
  return parse_xml(text, path.string());
}

}  // namespace ngpcsim::dram_checker
