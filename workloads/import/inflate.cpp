#include "workloads/import/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

std::string inflate_all(const std::string& packed, const std::string& file, std::uint64_t most_bytes) {
  z_stream stream{};
  constexpr int kGzipOrZlib = 15 + 32;
  check(inflateInit2(&stream, kGzipOrZlib) == Z_OK, "zlib did not start");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
  std::string out;
  std::array<char, std::size_t{1} << 16> block;
  std::size_t taken = 0;
  for (;;) {
    if (stream.avail_in == 0) {
      const std::size_t part = std::min<std::size_t>(packed.size() - taken, std::numeric_limits<uInt>::max());
      // zlib does not write to what it reads.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + taken));
      stream.avail_in = static_cast<uInt>(part);
      taken += part;
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int result = ::inflate(&stream, Z_NO_FLUSH);
    const std::size_t unpacked = block.size() - stream.avail_out;
    if (out.size() + unpacked > most_bytes) throw InputError({file}, fmt::format("it unpacks to more than {} bytes", most_bytes), fmt::format("at most {} bytes", most_bytes));
    out.append(block.data(), unpacked);
    if (result == Z_STREAM_END) return out;
    if (result == Z_BUF_ERROR && taken == packed.size()) throw InputError({file}, "the compressed data end too early", "a whole file");
    if (result != Z_OK && result != Z_BUF_ERROR) throw InputError({file}, fmt::format("the compressed data are damaged ({})", stream.msg != nullptr ? stream.msg : "zlib"), "a whole file");
  }
}

}  // namespace ngpcsim::workloads
