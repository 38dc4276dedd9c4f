#include "sim/app/request_trace.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

}  // namespace

RequestTrace::RequestTrace(std::filesystem::path file, RequestDialect dialect)
    : file_(std::move(file)), part_(file_.string() + ".part"), dialect_(dialect), out_(part_, std::ios::binary | std::ios::trunc) {
  if (!out_) throw InputError({.file = part_.string()}, fmt::format("cannot be written: {}", std::strerror(errno)));
  buffer_.reserve(kBufferBytes + 64);
}

RequestTrace::~RequestTrace() {
  if (part_.empty()) return;
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void RequestTrace::add(std::uint64_t edge, const models::MemoryRequest& request) {
  const std::uint64_t first = request.address / kBurstBytes, last = (request.address + request.bytes - 1) / kBurstBytes;
  for (std::uint64_t burst = first; burst <= last; ++burst) {
    if (request.access != models::MemoryAccess::kWrite) put(edge, burst * kBurstBytes, false);
    if (request.access != models::MemoryAccess::kRead) put(edge, burst * kBurstBytes, true);
  }
}

void RequestTrace::put(std::uint64_t edge, std::uint64_t address, bool write) {
  if (dialect_ == RequestDialect::kDramsim3) fmt::format_to(std::back_inserter(buffer_), "0x{:X} {} {}\n", address, write ? "WRITE" : "READ", edge);
  else fmt::format_to(std::back_inserter(buffer_), "{} 0x{:X}\n", write ? "ST" : "LD", address);
  if (buffer_.size() >= kBufferBytes) flush();
}

void RequestTrace::flush() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
  if (!out_) throw InputError({.file = part_.string()}, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void RequestTrace::finish() {
  flush();
  out_.close();
  std::error_code error;
  if (!out_) error = std::make_error_code(std::errc::io_error);
  else std::filesystem::rename(part_, file_, error);
  if (error) throw InputError({.file = file_.string()}, fmt::format("cannot be written: {}", error.message()));
  part_.clear();
}

}  // namespace ngpcsim::app
