#include "workloads/trace/trace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "sim/config/text.h"

namespace ngpcsim::workloads::trace {

bool is_trace(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  std::ifstream in(file, std::ios::binary);
  Bytes start(kMagic.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  return in && start == kMagic;
}

TraceFile::TraceFile(std::filesystem::path path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw InputError({path_.string()}, fmt::format("cannot read: {}", std::strerror(errno)), "a trace of `ngpcsim record`");
  try {
    struct ::stat status{};
    if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) fail(0, "not a regular file", "a trace of `ngpcsim record`");
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    read_header();
    read_trailer();
    index_ = read(index_offset_, kIndex).raw;
    Chunk workload = read(kFileHeaderBytes, kWorkload);
    workload_xml_ = std::move(workload.raw);
    first_chunk_ = workload.next;
  } catch (...) {  // the destructor of an object that was never made does not run
    ::close(file_);
    throw;
  }
}

TraceFile::~TraceFile() { ::close(file_); }

void TraceFile::read_header() {
  if (bytes_ < kFileHeaderBytes) fail(0, fmt::format("the file has {} bytes", bytes_), fmt::format("a trace, of at least {} bytes", kFileHeaderBytes));
  const Bytes header = read_bytes(0, kFileHeaderBytes);
  ByteCursor cursor(header);
  if (cursor.take_bytes(kMagic.size()) != kMagic) fail(0, "the file is no trace", "a file that `ngpcsim record` wrote");
  version_ = cursor.take<std::uint32_t>();
  const auto kind = cursor.take<std::uint32_t>();
  if (cursor.take<std::uint32_t>() != crc32_of(std::string_view(header).substr(0, 16))) fail(16, "the checksum of the header is wrong: the file is damaged");
  if (version_ != kVersion) fail(8, fmt::format("version {} of the trace format", version_), fmt::format("version {}", kVersion));
  if (kind != static_cast<std::uint32_t>(Kind::kQueries) && kind != static_cast<std::uint32_t>(Kind::kGemm))
    fail(12, fmt::format("a trace of kind {}", kind), "1 (queries) or 2 (gemm)");
  kind_ = static_cast<Kind>(kind);
}

void TraceFile::read_trailer() {
  const std::string whole = "a complete trace, with its index at the end";
  if (bytes_ < kFileHeaderBytes + kChunkHeaderBytes + kTrailerBytes) fail(bytes_, "the file ends before its index: it was cut off", whole);
  const std::uint64_t at = bytes_ - kTrailerBytes;
  const Bytes trailer = read_bytes(at, kTrailerBytes);
  if (!trailer.ends_with(kEndMagic)) fail(bytes_, "the file does not end as a trace does: it was cut off, or something follows it", whole);
  index_offset_ = load<std::uint64_t>(trailer.data());
  if (load<std::uint32_t>(trailer.data() + 8) != crc32_of(std::string_view(trailer).substr(0, 8))) fail(at, "the checksum of the trailer is wrong: the file is damaged");
  if (index_offset_ > at - kChunkHeaderBytes) fail(at, fmt::format("the index is said to stand at byte {}", index_offset_), "a place before it");
}

Bytes TraceFile::read_bytes(std::uint64_t offset, std::uint64_t count) const {
  if (offset > bytes_ || count > bytes_ - offset) fail(offset, fmt::format("{} bytes wanted, the file ends after {}", count, bytes_));
  Bytes bytes(count, '\0');
  for (std::uint64_t done = 0; done < count;) {
    const ssize_t got = ::pread(file_, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(offset + done, fmt::format("cannot read: {}", std::strerror(errno)));
    if (got == 0) fail(offset + done, "the file became shorter while it was read");
    done += static_cast<std::uint64_t>(got);
  }
  return bytes;
}

TraceFile::Chunk TraceFile::read(std::uint64_t offset, std::string_view tag) const {
  Chunk chunk{.header = parse_chunk_header(read_bytes(offset, kChunkHeaderBytes)), .raw = {}};
  const std::string problem = chunk_header_problem(chunk.header);
  if (!problem.empty()) fail(offset, problem, fmt::format("methods 0, 1 and 2, and at most {} bytes", kMaxChunkBytes));
  const std::uint64_t whole = kChunkHeaderBytes + chunk.header.stored_bytes;
  if (whole > bytes_ - offset) fail(offset, fmt::format("a chunk of {} bytes, the file ends after {}", whole, bytes_));
  const Bytes bytes = read_bytes(offset, whole);
  if (chunk_checksum(bytes) != chunk.header.checksum) fail(offset, "the checksum of a chunk is wrong: the file is damaged");
  if (chunk.header.tag != tag) fail(offset, fmt::format("a chunk {}", config::in_quotes(chunk.header.tag)), std::string(tag));
  if (!unpack(chunk.header, std::string_view(bytes).substr(kChunkHeaderBytes), chunk.raw))
    fail(offset, fmt::format("a chunk does not unpack to its {} bytes", chunk.header.raw_bytes));
  chunk.next = offset + whole;
  return chunk;
}

void TraceFile::fail(std::uint64_t offset, const std::string& what, const std::string& allowed) const {
  throw InputError({path_.string()}, fmt::format("byte {}: {}", offset, what), allowed);
}

}  // namespace ngpcsim::workloads::trace
