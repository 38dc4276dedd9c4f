#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "sim/base/rng.h"
#include "tests/unit/trace/trace_support.h"
#include "workloads/trace/chunk.h"
#include "workloads/trace/chunk_encoder.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

Bytes encode_chunk(std::string_view raw, Compression compression) {
  ChunkEncoder encoder(compression);
  const ChunkEncoder::Chunk chunk = encoder.encode({"TEST", 7, raw, 0});
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

/// Of any length: a Zstandard frame stores up to 2^17 bytes in a block.
TEST(Chunk, NoiseIsStoredByZstandardAndDeflatedByZlib) {
  const std::string head(5000, 'a');
  std::string letters;
  for (std::uint32_t i = 0, word = 1; i < 300000; ++i) letters += static_cast<char>('a' + ((word = word * 1664525 + 1013904223) >> 28));
  for (const std::size_t size : {0u, 1u, (1u << 17) - 1, 1u << 17, (1u << 17) + 1, 1u << 18, 300000u})
    for (const Compression compression : {Compression::kNone, Compression::kDeflate, Compression::kZstd}) {
      const std::string raw = head + letters.substr(0, size);
      ChunkEncoder encoder(compression);
      const Bytes stored(encoder.encode({"TEST", 7, raw, size}).stored);
      const ChunkHeader header{.tag = "TEST", .compression = static_cast<std::uint32_t>(compression), .stored_bytes = static_cast<std::uint32_t>(stored.size()),
                               .raw_bytes = static_cast<std::uint32_t>(raw.size())};
      Bytes unpacked;
      EXPECT_TRUE(unpack(header, stored, unpacked));
      EXPECT_TRUE(unpacked == raw) << size;
      if (compression == Compression::kZstd) {
        const std::size_t blocks = (size + (1u << 17) - 1) >> 17, frame = size == 0 ? 0 : 9 + 3 * blocks;
        EXPECT_GE(stored.size(), size + frame);
        EXPECT_LE(stored.size(), size + frame + 100);
      } else if (compression == Compression::kDeflate) {
        EXPECT_LE(stored.size(), size * 6 / 10 + 100);  // sixteen letters: half a byte each
      }
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
    for (int i = 0; i < 50; ++i) writer.add(kRays, 1, std::string(100000, 'x'));  // some wait when it goes
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

/// Chunks of any size, given at once or with pauses: what one encoder gives for them, one after the other.
TEST(Writer, BytesDoNotDependOnTime) {
  const test::Folder folder;
  Rng rng(3);
  std::vector<std::string> payloads;
  for (int i = 0; i < 40; ++i) payloads.emplace_back(1 + rng.below(20000), static_cast<char>('a' + i % 20));
  const auto noise_bytes = [](const std::string& payload) { return payload.size() / 3; };
  for (const Compression compression : {Compression::kNone, Compression::kDeflate, Compression::kZstd}) {
    Bytes chunks;
    ChunkEncoder encoder(compression);
    for (const std::string& payload : payloads) {
      const ChunkEncoder::Chunk chunk = encoder.encode({kRays, 5, payload, noise_bytes(payload)});
      chunks += chunk.header;
      chunks += chunk.stored;
    }
    for (const std::uint32_t longest_pause_us : {0u, 300u}) {
      TraceWriter writer(folder / "t", Kind::kQueries, compression);
      for (std::string payload : payloads) {
        writer.add(kRays, 5, payload, noise_bytes(payload));
        payload.assign(payload.size(), '!');  // it was the caller's again
        std::this_thread::sleep_for(std::chrono::microseconds(rng.below(longest_pause_us + 1)));
      }
      EXPECT_EQ(writer.offset(), kFileHeaderBytes + chunks.size());
      writer.finish("index");
      EXPECT_TRUE(test::content_of(folder / "t").substr(kFileHeaderBytes, chunks.size()) == chunks);
    }
  }
}

TEST(Writer, PlacesThatCannotBeWritten) {
  const test::Folder folder;
  EXPECT_THAT(test::message_of([&] { TraceWriter(folder / "no/where", Kind::kQueries, Compression::kNone); }), ::testing::HasSubstr("no/where: cannot write: No such file"));
  EXPECT_THAT(test::message_of([&] { TraceWriter(folder / "", Kind::kQueries, Compression::kNone); }), ::testing::HasSubstr("is a folder"));
}

/// Whether more chunks follow the one that does not fit, or where the next chunk stands is asked, or the trace ends.
TEST(Writer, AFullDiskIsOneMessageAndLeavesWhatWasThere) {
  const test::Folder folder;
  test::write_file(folder / "t", "earlier");
  std::signal(SIGXFSZ, SIG_IGN);  // then a write beyond the limit fails
  const ::rlimit small{4096, RLIM_INFINITY};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  using Action = void (*)(TraceWriter&);
  std::vector<std::string> messages;
  for (const Action action : {Action([](TraceWriter& writer) { for (int i = 0; i < 100; ++i) writer.add(kRays, 1, std::string(1000, 'x')); }),
                              Action([](TraceWriter& writer) { writer.add(kRays, 1, std::string(5000, 'x')); static_cast<void>(writer.offset()); }),
                              Action([](TraceWriter& writer) { writer.add(kRays, 1, std::string(5000, 'x')); writer.finish("index"); }),
                              Action([](TraceWriter& writer) { writer.finish(std::string(5000, 'x')); })})
    messages.push_back(test::message_of([&] {
      TraceWriter writer(folder / "t", Kind::kQueries, Compression::kNone);
      action(writer);
    }));
  const ::rlimit any{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &any);
  EXPECT_THAT(messages, ::testing::Each(::testing::HasSubstr("t: cannot write: File too large")));
  EXPECT_EQ(test::content_of(folder / "t"), "earlier");
  EXPECT_EQ(folder.files(), 1u);
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
