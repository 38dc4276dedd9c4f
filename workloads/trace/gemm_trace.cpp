#include "workloads/trace/gemm_trace.h"

#include <algorithm>
#include <limits>

#include "sim/base/error.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

constexpr std::uint32_t kChunkGemms = 4096;
constexpr std::uint64_t kMaxGemms = std::uint64_t{1} << 24;
constexpr std::uint64_t kMaxNotes = std::uint64_t{1} << 16;
constexpr std::uint32_t kMaxNoteBytes = 1u << 12;
constexpr auto kMostTypes = static_cast<std::uint32_t>(stream::OperandType::kBf16);

void append_text(Bytes& to, const std::string& text, std::uint32_t most) {
  if (text.size() > most) throw InputError({"WORKLOAD"}, fmt::format("a text of {} bytes", text.size()), fmt::format("at most {} in a trace", most));
  append(to, static_cast<std::uint32_t>(text.size()));
  to += text;
}

Bytes encode(const stream::Gemm* first, const stream::Gemm* last) {
  Bytes raw;
  for (; first != last; ++first) {
    for (const std::uint64_t number : {first->m, first->n, first->k, first->batch}) append(raw, number);
    append(raw, static_cast<std::uint32_t>(first->type));
    append_text(raw, first->name, kMaxNameBytes);
  }
  return raw;
}

/// a * b where both are at least 1 and it stays below kMostMacs, else kMostMacs.
std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) { return a > (stream::kMostMacs - 1) / b ? stream::kMostMacs : a * b; }

std::uint64_t capped_macs(const stream::Gemm& gemm) {
  std::uint64_t macs = 1;
  for (const std::uint64_t number : {gemm.m, gemm.n, gemm.k, gemm.batch}) macs = macs < stream::kMostMacs ? capped_product(macs, number) : macs;
  return macs;
}

class Reader {
 public:
  explicit Reader(const TraceFile& file) : file_(file) {}

  [[nodiscard]] GemmTrace read() {
    if (file_.kind() != Kind::kGemm) file_.fail(12, "the trace holds no multiplications", "a trace of GEMMs");
    ByteCursor index(file_.index());
    const auto count = index.take<std::uint64_t>();
    const auto notes = index.take<std::uint32_t>();
    if (index.ran_short() || count == 0 || count > kMaxGemms || notes > kMaxNotes)
      file_.fail(file_.index_offset(), fmt::format("an index of {} bytes for {} multiplications and {} notes", file_.index().size(), count, notes),
                 fmt::format("1 to {} multiplications, at most {} notes", kMaxGemms, kMaxNotes));
    for (std::uint32_t n = 0; n < notes; ++n) trace_.notes.push_back(text(index, kMaxNoteBytes, file_.index_offset()));
    if (!index.used_up()) file_.fail(file_.index_offset(), "bytes after the last note of the index");
    std::uint64_t at = file_.first_chunk();
    while (trace_.list.size() < count) at = read_chunk(at, count);
    if (at != file_.index_offset()) file_.fail(at, "something stands between the last multiplication and the index");
    return std::move(trace_);
  }

 private:
  [[nodiscard]] std::uint64_t read_chunk(std::uint64_t at, std::uint64_t count) {
    const TraceFile::Chunk chunk = file_.read(at, kGemms);
    if (chunk.header.items == 0 || chunk.header.items > count - trace_.list.size())
      file_.fail(at, fmt::format("a chunk of {} multiplications, {} are left", chunk.header.items, count - trace_.list.size()));
    ByteCursor cursor(chunk.raw);
    for (std::uint32_t i = 0; i < chunk.header.items; ++i) add(cursor, at);
    if (!cursor.used_up()) file_.fail(at, "bytes after the last multiplication of a chunk");
    return chunk.next;
  }

  void add(ByteCursor& cursor, std::uint64_t at) {
    stream::Gemm gemm;
    for (std::uint64_t* const number : {&gemm.m, &gemm.n, &gemm.k, &gemm.batch}) *number = cursor.take<std::uint64_t>();
    const auto type = cursor.take<std::uint32_t>();
    gemm.name = text(cursor, kMaxNameBytes, at);
    const std::string number = fmt::format("multiplication {}", trace_.list.size());
    if (type > kMostTypes) file_.fail(at, fmt::format("{} has operands of type {}", number, type), "0 (int8), 1 (fp16) or 2 (bf16)");
    gemm.type = static_cast<stream::OperandType>(type);
    if (std::min({gemm.m, gemm.n, gemm.k, gemm.batch}) == 0)
      file_.fail(at, fmt::format("{} is {} x {} x {}, {} times", number, gemm.m, gemm.n, gemm.k, gemm.batch), "at least 1 each");
    macs_ += capped_macs(gemm);
    if (macs_ >= stream::kMostMacs) file_.fail(at, fmt::format("with {} the MACs reach {}", number, stream::kMostMacs), "fewer");
    trace_.list.push_back(std::move(gemm));
  }

  [[nodiscard]] std::string text(ByteCursor& cursor, std::uint32_t most, std::uint64_t at) const {
    const auto bytes = cursor.take<std::uint32_t>();
    if (bytes > most) file_.fail(at, fmt::format("a text of {} bytes", bytes), fmt::format("at most {}", most));
    const std::string_view taken = cursor.take_bytes(bytes);
    if (cursor.ran_short()) file_.fail(at, "a record is cut off");
    return std::string(taken);
  }

  const TraceFile& file_;
  GemmTrace trace_;
  std::uint64_t macs_ = 0;
};

}  // namespace

void write_gemm_trace(const std::filesystem::path& target, const std::string& workload_xml, const GemmTrace& trace, Compression compression) {
  check(!trace.list.empty(), "a trace of no multiplications");
  TraceWriter writer(target, Kind::kGemm, compression);
  writer.add(kWorkload, 0, workload_xml);
  for (std::size_t first = 0; first < trace.list.size(); first += kChunkGemms) {
    const std::size_t last = std::min<std::size_t>(first + kChunkGemms, trace.list.size());
    writer.add(kGemms, static_cast<std::uint32_t>(last - first), encode(trace.list.data() + first, trace.list.data() + last));
  }
  Bytes index;
  append(index, std::uint64_t{trace.list.size()});
  append(index, static_cast<std::uint32_t>(trace.notes.size()));
  for (const std::string& note : trace.notes) append_text(index, note, kMaxNoteBytes);
  if (trace.notes.size() > kMaxNotes || index.size() > kMaxChunkBytes)
    throw InputError({"WORKLOAD"}, fmt::format("{} notes on the list of multiplications", trace.notes.size()), "as many as fit into the index of a trace");
  writer.finish(index);
}

GemmTrace read_gemm_trace(const TraceFile& file) { return Reader(file).read(); }

}  // namespace ngpcsim::workloads::trace
