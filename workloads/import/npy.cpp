#include "workloads/import/npy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "sim/base/error.h"
#include "sim/config/text.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 40;
constexpr std::size_t kMostDimensions = 32;  // as NumPy
static_assert(std::endian::native == std::endian::little, "values are copied as they are");

/// The dictionary in a header: a Python literal with the three keys of the format.
class HeaderText {
 public:
  HeaderText(std::string_view text, std::uint64_t offset, const std::string& file) : text_(text), offset_(offset), file_(file) {}

  [[nodiscard]] NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !has_descr_) header_.descr = type(), has_descr_ = true;
      else if (key == "fortran_order" && !has_order_) header_.fortran_order = truth(), has_order_ = true;
      else if (key == "shape" && !has_shape_) header_.shape = tuple(), has_shape_ = true;
      else fail(fmt::format("key {}", config::in_quotes(key)), "descr, fortran_order and shape, once each");
      if (!accept(',') && !ahead('}')) fail("no comma after a value", ",");
    }
    skip();
    if (at_ != text_.size()) fail("text after the dictionary", "blanks");
    if (!has_descr_ || !has_order_ || !has_shape_) fail("a key is missing", "descr, fortran_order and shape");
    return std::move(header_);
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  [[nodiscard]] bool ahead(char c) {
    skip();
    return at_ < text_.size() && text_[at_] == c;
  }
  [[nodiscard]] bool accept(char c) {
    const bool there = ahead(c);
    at_ += there ? 1 : 0;
    return there;
  }
  void expect(char c) {
    if (!accept(c)) fail("the header is no dictionary of NumPy", fmt::format("'{}' here", c));
  }
  [[nodiscard]] std::string quoted() {
    skip();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail("no text in quotes", "'...'");
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }
  [[nodiscard]] std::string type() {
    if (ahead('[')) fail("the values are records of several fields", "'<f4' or '<f8'");
    return quoted();
  }
  [[nodiscard]] bool truth() {
    skip();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, std::pair{std::string_view("False"), false}}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    fail("no truth value", "True or False");
  }
  [[nodiscard]] std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> numbers;
    expect('(');
    while (!accept(')')) {
      skip();
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
      if (error != std::errc{}) fail("no whole number", "the sizes of the array");
      at_ = static_cast<std::size_t>(end - text_.data());
      if (numbers.size() == kMostDimensions) fail("too many dimensions", fmt::format("{}", kMostDimensions));
      numbers.push_back(number);
      if (!accept(',') && !ahead(')')) fail("no comma after a size", ",");
    }
    return numbers;
  }
  [[noreturn]] void fail(const std::string& what, const std::string& allowed) const {
    throw InputError({file_}, fmt::format("byte {}: {}", offset_ + at_, what), allowed);
  }

  std::string_view text_;
  std::uint64_t offset_;
  const std::string& file_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string read_bytes(int file, std::uint64_t offset, std::uint64_t count) {
  std::string bytes(count, '\0');
  std::uint64_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::uint64_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

bool is_npy(std::string_view start) { return start.starts_with(kMagic); }

NpyHeader parse_npy_header(std::string_view bytes, const std::string& file) {
  const std::string what = "a file of numpy.save";
  if (!is_npy(bytes) || bytes.size() < 8) throw InputError({file}, "the file is no NumPy array", what);
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) throw InputError({file}, fmt::format("byte 6: version {} of the NumPy format", major), "1 to 3");
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::uint64_t text_at = 8 + length_bytes;
  if (bytes.size() < text_at) throw InputError({file}, "the file ends in its header", what);
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, length_bytes);
  if (length > kMaxNpyHeaderBytes - text_at) throw InputError({file}, fmt::format("byte 8: a header of {} bytes", length), fmt::format("at most {}", kMaxNpyHeaderBytes - text_at));
  if (length > bytes.size() - text_at) throw InputError({file}, "the file ends in its header", what);
  NpyHeader header = HeaderText(bytes.substr(text_at, length), text_at, file).parse();
  header.data_offset = text_at + length;
  return header;
}

NpyTable::NpyTable(std::filesystem::path path) : path_(std::move(path)) {
  const std::string name = path_.string();
  file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw InputError({name}, fmt::format("cannot read: {}", std::strerror(errno)), "a file of numpy.save");
  try {
    struct ::stat status{};
    if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) throw InputError({name}, "not a regular file", "a file of numpy.save");
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    header_ = parse_npy_header(read_bytes(file_, 0, std::min(bytes, kMaxNpyHeaderBytes)), name);
    if (header_.descr != "<f4" && header_.descr != "<f8") throw InputError({name}, fmt::format("values of type {}", config::in_quotes(header_.descr)), "'<f4' or '<f8'");
    const std::vector<std::uint64_t>& shape = header_.shape;
    if (shape.size() != 2 || shape[0] == 0 || shape[0] > kMostRows || shape[1] < 2 || shape[1] > 3)
      throw InputError({name}, fmt::format("an array of shape {}", shape_text(shape)), "(n, 3) or (n, 2) with n of at least 1");
    if (header_.fortran_order) throw InputError({name}, "the array is stored column by column", "rows (numpy.ascontiguousarray)");
    const std::uint64_t wanted = header_.data_offset + shape[0] * shape[1] * value_bytes();
    if (bytes != wanted) throw InputError({name}, fmt::format("the file has {} bytes", bytes), fmt::format("{}, as its shape says", wanted));
  } catch (...) {  // the destructor of an object that was never made does not run
    ::close(file_);
    throw;
  }
}

NpyTable::~NpyTable() {
  if (file_ >= 0) ::close(file_);
}

NpyTable::NpyTable(NpyTable&& other) noexcept : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), header_(std::move(other.header_)) {}

void NpyTable::read(std::uint64_t first, std::uint64_t count, std::vector<float>& out) const {
  const std::uint64_t row_bytes = columns() * value_bytes();
  const std::string bytes = read_bytes(file_, header_.data_offset + first * row_bytes, count * row_bytes);
  if (bytes.size() != count * row_bytes) throw InputError({path_.string()}, "the file became shorter while it was read");
  out.resize(count * columns());
  if (value_bytes() == sizeof(float)) {
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    double value = 0.0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    out[i] = static_cast<float>(value);
    if (double{out[i]} != value && value == value)
      throw InputError({path_.string()}, fmt::format("row {}: {} is no float32", first + i / columns(), value), "float32, or float64 with values of float32 (array.astype(numpy.float32))");
  }
}

}  // namespace ngpcsim::workloads
