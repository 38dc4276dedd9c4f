#include "workloads/import/located_json.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include <nlohmann/json.hpp>

#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMaxJsonDepth = 64;
constexpr std::uint64_t kMaxJsonBytes = std::uint64_t{256} << 20;

/// Where the parser stands in the text.
struct TextPosition {
  int line = 1;
  int token_line = 1;  ///< line of the last character that is not blank
};

/// Gives the parser the characters of a text and counts lines on the way.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, TextPosition* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++position_->line;
    else if (*at_ != ' ' && *at_ != '\t' && *at_ != '\r') position_->token_line = position_->line;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  TextPosition* position_;
};

/// Receives the parser's events and builds the tree. `open_` holds the path from the root to the innermost open array or object; none of
/// its nodes moves while it is open, because only the innermost one grows.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, const std::string& file, const TextPosition& position) : text_(text), file_(file), position_(position) {}

  bool null() override { return add(JsonNode::Kind::kNull) != nullptr; }
  bool boolean(bool value) override {
    add(JsonNode::Kind::kFlag)->flag = value;
    return true;
  }
  bool number_integer(number_integer_t value) override { return add_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return add_number(value); }
  bool string(string_t& value) override {
    add(JsonNode::Kind::kText)->text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::kObject); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    JsonNode& object = *open_.back();
    if (object.find(name)) throw InputError({file_, position_.token_line}, fmt::format("the key \"{}\" is repeated{}", name, path()), "each key once");
    object.keys.push_back(name);
    return true;
  }
  bool parse_error(std::size_t bytes_read, const std::string&, const nlohmann::json::exception& error) override {
    const std::string_view before = text_.substr(0, std::min(bytes_read > 0 ? bytes_read - 1 : 0, text_.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    throw InputError({file_, static_cast<int>(line)},
                     fmt::format("not valid JSON at column {}{}: {}", before.size() - line_start + 1, path(), without_prefix(error.what())),
                     "strict JSON, every number finite");
  }

  JsonNode take() { return std::move(root_); }

 private:
  /// The library repeats its error id, line and column in front of the reason.
  static std::string_view without_prefix(std::string_view message) {
    for (const std::string_view mark : {"] ", "column "}) {
      const std::size_t at = message.find(mark);
      if (at != std::string_view::npos) message.remove_prefix(at + mark.size());
    }
    const std::size_t reason = message.find_first_not_of("0123456789: ");
    return reason == std::string_view::npos ? message : message.substr(reason);
  }

  JsonNode* add(JsonNode::Kind kind) {
    JsonNode* node = &root_;
    if (!open_.empty()) {
      open_.back()->items.emplace_back();
      node = &open_.back()->items.back();
    }
    node->kind = kind;
    node->line = position_.token_line;
    return node;
  }
  bool add_number(double value) {
    add(JsonNode::Kind::kNumber)->number = value;
    return true;
  }
  bool open(JsonNode::Kind kind) {
    if (open_.size() == kMaxJsonDepth) throw InputError({file_, position_.token_line}, "values are nested too deeply", fmt::format("at most {} levels", kMaxJsonDepth));
    open_.push_back(add(kind));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// " in frames[12].transform_matrix[0]": the value being read.
  [[nodiscard]] std::string path() const {
    std::string text;
    for (const JsonNode* node : open_) {
      if (node->kind == JsonNode::Kind::kArray) text += fmt::format("[{}]", node->items.size() - (node == open_.back() ? 0 : 1));
      else if (!node->keys.empty()) text += (text.empty() ? "" : ".") + node->keys.back();
    }
    return text.empty() ? "" : " in " + text;
  }

  std::string_view text_;
  const std::string& file_;
  const TextPosition& position_;
  JsonNode root_;
  std::vector<JsonNode*> open_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  // Objects of these files have a dozen keys: a search beats an index.
  for (std::size_t i = 0; i < std::min(keys.size(), items.size()); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

JsonNode parse_located_json(std::string_view text, const std::string& file) {
  TextPosition position;
  TreeBuilder builder(text, file, position);
  const CountingIterator begin(text.data(), &position);
  const CountingIterator end(text.data() + text.size(), &position);
  nlohmann::json::sax_parse(begin, end, static_cast<nlohmann::json_sax<nlohmann::json>*>(&builder));
  return builder.take();
}

JsonNode read_located_json(const std::filesystem::path& file) {
  return parse_located_json(read_file(file, kMaxJsonBytes, "a JSON file"), file.string());
}

}  // namespace ngpcsim::workloads
