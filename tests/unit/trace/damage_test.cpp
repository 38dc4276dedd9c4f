#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/trace/trace_support.h"
#include "tests/unit/workloads/small_scenes.h"
#include "workloads/trace/gemm_trace.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

using ::testing::HasSubstr;

/// Reads everything that a file has.
void read_all(const std::filesystem::path& path) {
  const auto file = std::make_shared<const TraceFile>(path);
  if (file->kind() == Kind::kGemm) {
    static_cast<void>(read_gemm_trace(*file));
    return;
  }
  const TraceSource source(file);
  stream::Queries queries;
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    static_cast<void>(source.frame_name(f));
    const auto frame = source.open_frame(f);
    while (const auto group = frame->next_group(1000))
      while (group->rays_alive() > 0) static_cast<void>(group->next_round_in(8, queries));
  }
}

class Damage : public ::testing::Test {
 protected:
  Damage() {
    const NerfSource source(workloads::test::random_scene(1, 20, 4), {10, 8, 1024, {0, 1}});
    test::record(source, folder_ / "good");
    good_ = test::content_of(folder_ / "good");
  }
  std::string message(const std::string& content) {
    test::write_file(folder_ / "bad", content);
    return test::message_of([&] { read_all(folder_ / "bad"); });
  }

  test::Folder folder_;
  std::string good_;
};

TEST_F(Damage, TheFileItselfIsGood) { EXPECT_EQ(message(good_), ""); }

TEST_F(Damage, EveryTruncationIsToldWithFileAndByte) {
  for (std::size_t size = 0; size < good_.size(); size += size < 70 ? 1u : 997u)
    EXPECT_THAT(message(good_.substr(0, size)), testing::AllOf(HasSubstr("bad: byte "), testing::AnyOf(HasSubstr("cut off"), HasSubstr("the file has"), HasSubstr("no trace")))) << size;
}

TEST_F(Damage, EveryFlippedBitIsFound) {
  for (std::size_t bit = 0; bit < 8 * good_.size(); bit += bit < 700 || bit + 500 > 8 * good_.size() ? 1u : 499u) {
    std::string flipped = good_;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_THAT(message(flipped), HasSubstr("bad: byte ")) << "bit " << bit;
  }
}

TEST_F(Damage, OtherFiles) {
  EXPECT_THAT(message("a text of some length, longer than the header of a trace, but nothing like one"), HasSubstr("the file is no trace"));
  EXPECT_THAT(message(good_ + "more"), HasSubstr("something follows it"));
  EXPECT_THAT(test::message_of([&] { read_all(folder_ / "nowhere"); }), HasSubstr("nowhere: cannot read: No such file"));
  EXPECT_THAT(test::message_of([&] { read_all(folder_ / "."); }), HasSubstr("not a regular file"));
}

/// Files whose checksums are right and whose numbers are not.
class Hostile : public ::testing::Test {
 protected:
  /// A trace of one frame from its parts.
  std::string message(const QueryIndex& index, std::uint64_t frame_rays, std::uint32_t items, const Bytes& rays, Compression compression = Compression::kNone) {
    TraceWriter writer(folder_ / "bad", Kind::kQueries, compression);
    writer.add(kWorkload, 0, "<x/>");
    QueryIndex written = index;
    for (QueryIndex::FrameEntry& frame : written.frames)
      if (frame.offset == 0) frame.offset = writer.offset();
    Bytes head;
    append(head, frame_rays);
    append(head, 1u);
    head += "f";
    writer.add(kFrame, 0, head);
    if (items > 0) writer.add(kRays, items, rays);
    writer.finish(encode_index(written));
    return test::message_of([&] { read_all(folder_ / "bad"); });
  }
  /// The payload of one ray that does not live.
  static Bytes dead_ray() { return Bytes(12, '\0') + Bytes("\x00\x00\x80\x3F", 4) + Bytes(12, '\0'); }

  test::Folder folder_;
  QueryIndex index_{.group_limit = 1, .source_frames = 1, .aabb_scale = 1, .frames = {{.offset = 0, .rays = 1, .queries = 0, .probes = 0, .chunks = 1}}};
};

TEST_F(Hostile, TheFileItselfIsGood) { EXPECT_EQ(message(index_, 1, 1, dead_ray()), ""); }

TEST_F(Hostile, OffsetsIntoNowhere) {
  for (const std::uint64_t offset : {std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    index_.frames[0].offset = offset;
    EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("frame 0 is said to begin at byte"));
  }
  index_.frames[0].offset = 50;  // between chunks
  EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("bad: byte 50: "));
}

TEST_F(Hostile, HugeCounts) {
  index_.frames[0].rays = std::uint64_t{1} << 60;
  EXPECT_THAT(message(index_, std::uint64_t{1} << 60, 1, dead_ray()), HasSubstr("rays; allowed: at most"));
  index_.frames[0].rays = std::uint64_t{1} << 40;
  EXPECT_THAT(message(index_, std::uint64_t{1} << 40, 1, dead_ray()), HasSubstr("the 1 chunks of a frame hold 1 of its"));
  index_.frames[0].rays = 1;
  EXPECT_THAT(message(index_, 2, 1, dead_ray()), HasSubstr("a frame of 2 rays, the index says 1"));
  EXPECT_THAT(message(index_, 1, 5, dead_ray()), HasSubstr("a chunk of 5 rays, of which the frame has 1 left"));
  index_.frames.resize(2, index_.frames[0]);
  EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("2 frames of a workload of 1"));
  index_.frames.clear();
  EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("for 0 frames"));
}

TEST_F(Hostile, NumbersOfTheWorkload) {
  index_.aabb_scale = 3;
  EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("aabb_scale = 3"));
  index_.aabb_scale = 1;
  index_.group_limit = 0;
  EXPECT_THAT(message(index_, 1, 1, dead_ray()), HasSubstr("groups of no rays"));
}

TEST_F(Hostile, SamplesThatAreNone) {
  Bytes raw;
  for (const std::uint32_t word : {1u, 1u, 1u}) append(raw, word);
  append(raw, 1.0f);
  for (const std::uint32_t word : {0u, kAlive | 1u, 0u}) append(raw, word);
  const auto message_with = [&](std::uint32_t bytes, std::uint32_t sample) {
    Bytes with_sample = raw;
    append(with_sample, bytes);
    append(with_sample, sample);
    with_sample.resize(with_sample.size() - sizeof sample + bytes);
    return message(index_, 1, 1, with_sample);
  };
  EXPECT_EQ(message_with(2, 0x7FFF), "");      // a short sample where the ray begins, 15 fp32 values above 0: a position in the cube
  EXPECT_EQ(message_with(4, 0x7F7F807F), "");  // a wide one, 127 above
  for (const auto& [bytes, sample] : {std::pair{2u, 0x3DEFu}, {4u, 0x00FF8000u}, {4u, 0x7F7F817Fu}, {4u, 0x7F7FA07Fu}, {2u, 0x807Fu}})  // below 0, a bit that is to be 0, cut off
    EXPECT_THAT(message_with(bytes, sample), HasSubstr("do not decode to positions in the unit cube")) << sample;
}

/// A kilobyte that unpacks to gigabytes is refused by its header, and one that unpacks to more than it says is cut there.
TEST_F(Hostile, Bombs) {
  const auto bomb = [&](std::uint32_t raw_bytes) {
    TraceWriter writer(folder_ / "bad", Kind::kQueries, Compression::kZstd);
    writer.add(kWorkload, 0, Bytes(1 << 20, ' '));
    writer.finish("");
    std::string content = test::content_of(folder_ / "bad");
    std::memcpy(content.data() + kFileHeaderBytes + 16, &raw_bytes, sizeof raw_bytes);
    const ChunkHeader header = parse_chunk_header(std::string_view(content).substr(kFileHeaderBytes));
    const std::uint32_t checksum = chunk_checksum(std::string_view(content).substr(kFileHeaderBytes, kChunkHeaderBytes + header.stored_bytes));
    std::memcpy(content.data() + kFileHeaderBytes + 20, &checksum, sizeof checksum);
    test::write_file(folder_ / "bad", content);
    return test::message_of([&] { TraceFile(folder_ / "bad"); });
  };
  EXPECT_EQ(bomb(1 << 20), "");
  EXPECT_THAT(bomb(0xFFFFFFFF), HasSubstr("raw bytes is too large"));
  EXPECT_THAT(bomb(1000), HasSubstr("does not unpack to its 1000 bytes"));
  EXPECT_THAT(bomb(1 << 21), HasSubstr("does not unpack to its"));
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
