#include "workloads/trace/trace_writer.h"

#include "sim/base/error.h"
#include "workloads/trace/checksum.h"

namespace ngpcsim::workloads::trace {

TraceWriter::TraceWriter(std::filesystem::path target, Kind kind, Compression compression)
    : file_(std::move(target)), encoder_(compression), pipe_([this](const RawChunk& raw) {
        const ChunkEncoder::Chunk chunk = encoder_.encode(raw);
        file_.write(chunk.header);
        file_.write(chunk.stored);
      }) {
  Bytes header(kMagic);
  append(header, kVersion);
  append(header, static_cast<std::uint32_t>(kind));
  append(header, crc32_of(header));
  file_.write(header);
}

void TraceWriter::add(std::string_view tag, std::uint32_t items, std::string_view raw, std::size_t noise_bytes) {
  pipe_.give({tag, items, raw, noise_bytes});
}

void TraceWriter::finish(std::string_view index) {
  Bytes trailer;
  append(trailer, offset());
  append(trailer, crc32_of(trailer));
  trailer += kEndMagic;
  add(kIndex, 0, index);
  pipe_.drain();
  file_.write(trailer);
  file_.finish();
}

std::uint64_t TraceWriter::offset() {
  pipe_.drain();
  return file_.size();
}

}  // namespace ngpcsim::workloads::trace
