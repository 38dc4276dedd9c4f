#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

/// Little-endian numbers in byte strings.
namespace ngpcsim::workloads::trace {

using Bytes = std::string;

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
[[nodiscard]] inline Number load(const char* at) {
  Number value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
inline void append(Bytes& to, Number value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof value);
  std::memcpy(to.data() + at, &value, sizeof value);
}

/// The bytes of a number, or of several in an array, at `to`, which has room for them. Returns the end of them.
template <class Value>
  requires std::is_trivially_copyable_v<Value>
[[nodiscard]] inline char* put(char* to, const Value& value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

template <class Number>
inline void append_all(Bytes& to, std::span<const Number> values) {
  const std::size_t at = to.size();
  to.resize(at + values.size_bytes());
  if (!values.empty()) std::memcpy(to.data() + at, values.data(), values.size_bytes());
}

/// Takes numbers off the front of a text; asking for more than there is answers zeros and is remembered.
class ByteCursor {
 public:
  explicit ByteCursor(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  [[nodiscard]] Number take() {
    const std::string_view bytes = take_bytes(sizeof(Number));
    return bytes.empty() ? Number{} : load<Number>(bytes.data());
  }
  /// Empty where fewer than `count` are left.
  [[nodiscard]] std::string_view take_bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      short_ = true;
      rest_ = {};
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  /// Whether everything that was asked for was there, and nothing is left.
  [[nodiscard]] bool used_up() const { return !short_ && rest_.empty(); }
  [[nodiscard]] bool ran_short() const { return short_; }

 private:
  std::string_view rest_;
  bool short_ = false;
};

}  // namespace ngpcsim::workloads::trace
