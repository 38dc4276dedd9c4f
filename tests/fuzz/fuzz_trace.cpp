#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "tests/fuzz/driver.h"
#include "tests/unit/workloads/small_scenes.h"
#include "workloads/trace/gemm_trace.h"
#include "workloads/trace/query_recorder.h"
#include "workloads/trace/trace_source.h"

namespace ngpcsim::fuzz {
namespace {

namespace trace = workloads::trace;

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::filesystem::remove(file);
  return content;
}

template <class Number>
void put(std::string& bytes, std::size_t at, Number value) { std::memcpy(bytes.data() + at, &value, sizeof value); }

/// Makes every checksum right that stands where chunks follow each other, so that damage reaches what is behind them.
void repair(std::string& file) {
  if (file.size() < trace::kFileHeaderBytes + trace::kTrailerBytes) return;
  const std::string_view bytes = file;
  put(file, 16, trace::crc32_of(bytes.substr(0, 16)));
  const std::size_t trailer = file.size() - trace::kTrailerBytes;
  std::size_t last = 0;
  for (std::size_t at = trace::kFileHeaderBytes; at + trace::kChunkHeaderBytes <= trailer;) {
    const std::uint64_t whole = trace::kChunkHeaderBytes + trace::parse_chunk_header(bytes.substr(at)).stored_bytes;
    if (whole > trailer - at) break;
    put(file, at + 20, trace::chunk_checksum(bytes.substr(at, whole)));
    last = at;
    at += whole;
  }
  put(file, trailer, std::uint64_t{last});
  put(file, trailer + 8, trace::crc32_of(bytes.substr(trailer, 8)));
  std::copy(trace::kEndMagic.begin(), trace::kEndMagic.end(), file.begin() + static_cast<std::ptrdiff_t>(trailer + 12));
}

void read_all(const std::string& path) {
  const auto file = std::make_shared<const trace::TraceFile>(path);
  if (file->kind() == trace::Kind::kGemm) {
    static_cast<void>(trace::read_gemm_trace(*file));
    return;
  }
  const trace::TraceSource source(file);
  stream::Queries queries;
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    const auto frame = source.open_frame(f);
    while (const auto group = frame->next_group(100))
      while (group->rays_alive() > 0) static_cast<void>(group->next_round_in(8, queries));
  }
}

}  // namespace

std::vector<std::string> seeds() {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / fmt::format("ngpcsim-fuzz-{}", ::getpid());
  std::vector<std::string> good;
  for (const std::uint32_t aabb_scale : {1u, 4u})
    for (const trace::Compression compression : {trace::Compression::kNone, trace::Compression::kDeflate, trace::Compression::kZstd}) {
      const workloads::NerfSource source(workloads::test::random_scene(aabb_scale, 20, 4), {6, 5, 20, {0, 1}});
      trace::QueryIndex index;
      static_cast<void>(trace::record_queries(source, {.workload_xml = "<workload/>", .frames = 2, .source_frames = 2, .compression = compression, .progress = {}}, file, index));
      good.push_back(content_of(file));
    }
  trace::write_gemm_trace(file, "<workload/>", {{{"a", 1, 2, 3, 4, stream::OperandType::kInt8}, {"b", 100, 200, 300, 1, stream::OperandType::kFp16}}, {"a note"}}, trace::Compression::kNone);
  good.push_back(content_of(file));
  return good;
}

}  // namespace ngpcsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string input(data, data + size);
  if (size % 8 != 0) ngpcsim::fuzz::repair(input);  // most inputs: few bytes are not behind a checksum
  const ngpcsim::fuzz::MemoryFile file(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  try {
    ngpcsim::fuzz::read_all(file.path());
  } catch (const ngpcsim::InputError&) {
  }
  return 0;
}
