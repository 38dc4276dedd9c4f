#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <csignal>

#include "tests/unit/trace/trace_support.h"
#include "workloads/trace/chunk.h"
#include "workloads/trace/chunk_encoder.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

Bytes encode_chunk(std::string_view raw, Compression compression) {
  ChunkEncoder encoder(compression);
  const ChunkEncoder::Chunk chunk = encoder.encode("TEST", 7, raw);
  return chunk.header + Bytes(chunk.stored);
}

TEST(Chunk, RoundTripsAndIsPackedOnlyWhereThatHelps) {
  const std::string runs(5000, 'a');
  std::string noise;
  for (std::uint32_t i = 0, word = 1; i < 2000; ++i) noise += static_cast<char>((word = word * 1664525 + 1013904223) >> 24);
  for (const Compression compression : {Compression::kDeflate, Compression::kZstd})
  for (const std::string& raw : {runs, noise, std::string()}) {
    const Bytes chunk = encode_chunk(raw, compression);
    const ChunkHeader header = parse_chunk_header(chunk);
    EXPECT_EQ(header.tag, "TEST");
    EXPECT_EQ(header.items, 7u);
    EXPECT_EQ(header.compression, raw == runs ? static_cast<std::uint32_t>(compression) : 0u);
    EXPECT_EQ(header.raw_bytes, raw.size());
    EXPECT_EQ(header.checksum, chunk_checksum(chunk));
    EXPECT_EQ(chunk_header_problem(header), "");
    Bytes unpacked;
    EXPECT_TRUE(unpack(header, std::string_view(chunk).substr(kChunkHeaderBytes), unpacked));
    EXPECT_EQ(unpacked, raw);
  }
}

TEST(Chunk, TheChecksumCoversEveryBit) {
  const Bytes chunk = encode_chunk("a few bytes", Compression::kNone);
  for (std::size_t bit = 0; bit < 8 * chunk.size(); ++bit) {
    Bytes flipped = chunk;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_NE(parse_chunk_header(flipped).checksum, chunk_checksum(flipped)) << "bit " << bit;
  }
}

/// CRC-32 of ISO 3309, as zlib and Python have it: the check value of "123456789".
TEST(Chunk, ChecksumIsTheKnownOne) { EXPECT_EQ(crc32_of("123456789"), 0xCBF43926u); }

/// The division by the polynomial x^32 + x^26 + ... + 1 (reflected: EDB88320), bit by bit.
std::uint32_t divided(std::string_view bytes, std::uint32_t crc) {
  crc = ~crc;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

TEST(Chunk, ChecksumsOfAnyLengthAndInParts) {
  std::string noise;
  for (std::uint32_t i = 0, word = 1; i < 1100; ++i) noise += static_cast<char>((word = word * 1664525 + 1013904223) >> 24);
  for (std::size_t size = 0; size < 400; ++size) {
    const std::string_view part = std::string_view(noise).substr(size % 7, size);
    EXPECT_EQ(crc32_of(part), divided(part, 0)) << size;
  }
  for (std::size_t cut = 0; cut < noise.size(); cut += 13)
    EXPECT_EQ(crc32_of(std::string_view(noise).substr(cut), crc32_of(std::string_view(noise).substr(0, cut))), divided(noise, 0)) << cut;
}

TEST(Writer, NothingIsLeftWithoutFinish) {
  const test::Folder folder;
  {
    TraceWriter writer(folder / "t", Kind::kQueries, Compression::kNone);
    writer.add(kWorkload, 0, "<x/>");
  }
  EXPECT_EQ(folder.files(), 0u);
}

TEST(Writer, ReplacesOnlyWhenComplete) {
  const test::Folder folder;
  test::write_file(folder / "t", "earlier");
  TraceWriter writer(folder / "t", Kind::kQueries, Compression::kNone);
  writer.add(kWorkload, 0, "<x/>");
  EXPECT_EQ(test::content_of(folder / "t"), "earlier");
  writer.finish("index");
  const TraceFile file(folder / "t");
  EXPECT_EQ(file.workload_xml(), "<x/>");
  EXPECT_EQ(file.index(), "index");
  EXPECT_EQ(folder.files(), 1u);
}

TEST(Writer, PlacesThatCannotBeWritten) {
  const test::Folder folder;
  EXPECT_THAT(test::message_of([&] { TraceWriter(folder / "no/where", Kind::kQueries, Compression::kNone); }), ::testing::HasSubstr("no/where: cannot write: No such file"));
  EXPECT_THAT(test::message_of([&] { TraceWriter(folder / "", Kind::kQueries, Compression::kNone); }), ::testing::HasSubstr("is a folder"));
}

TEST(Writer, AFullDiskIsOneMessageAndLeavesWhatWasThere) {
  const test::Folder folder;
  test::write_file(folder / "t", "earlier");
  std::signal(SIGXFSZ, SIG_IGN);  // then a write beyond the limit fails
  const ::rlimit small{4096, RLIM_INFINITY};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = test::message_of([&] {
    TraceWriter writer(folder / "t", Kind::kQueries, Compression::kNone);
    for (int i = 0; i < 100; ++i) writer.add(kRays, 1, std::string(1000, 'x'));
  });
  const ::rlimit any{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &any);
  EXPECT_THAT(message, ::testing::HasSubstr("cannot write: File too large"));
  EXPECT_EQ(test::content_of(folder / "t"), "earlier");
  EXPECT_EQ(folder.files(), 1u);
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
