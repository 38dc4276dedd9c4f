#include "workloads/trace/gemm_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/trace/trace_support.h"
#include "workloads/trace/trace_writer.h"

namespace ngpcsim::workloads::trace {
namespace {

using ::testing::HasSubstr;

GemmTrace some_list(std::size_t count) {
  GemmTrace trace;
  for (std::size_t i = 0; i < count; ++i)
    trace.list.push_back({fmt::format("layer {}", i), i + 1, 2 * i + 1, 64, 1 + i % 3, static_cast<stream::OperandType>(i % 3)});
  trace.notes = {"a.csv:1: a row of titles", ""};
  return trace;
}

TEST(GemmTrace, RoundTrip) {
  const test::Folder folder;
  for (const std::size_t count : {1u, 3u, 10000u}) {
    const GemmTrace written = some_list(count);
    write_gemm_trace(folder / "t", "<workload/>", written);
    const TraceFile file(folder / "t");
    EXPECT_EQ(file.workload_xml(), "<workload/>");
    const GemmTrace read = read_gemm_trace(file);
    EXPECT_EQ(read.notes, written.notes);
    ASSERT_EQ(read.list.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const stream::Gemm &a = read.list[i], &b = written.list[i];
      EXPECT_EQ(std::tie(a.name, a.m, a.n, a.k, a.batch, a.type), std::tie(b.name, b.m, b.n, b.k, b.batch, b.type));
    }
  }
}

std::string message_for(const stream::Gemm& gemm) {
  const test::Folder folder;
  GemmTrace trace;
  trace.list = {gemm};
  write_gemm_trace(folder / "t", "<workload/>", trace);
  const TraceFile file(folder / "t");
  return test::message_of([&] { static_cast<void>(read_gemm_trace(file)); });
}

TEST(GemmTrace, NumbersThatNoListHas) {
  EXPECT_EQ(message_for({"g", 1, 1, 1, 1, stream::OperandType::kInt8}), "");
  EXPECT_THAT(message_for({"g", 0, 1, 1, 1, stream::OperandType::kInt8}), HasSubstr("at least 1 each"));
  EXPECT_THAT(message_for({"g", 1, 1, 1, 0, stream::OperandType::kInt8}), HasSubstr("at least 1 each"));
  EXPECT_THAT(message_for({"g", 1, 1, 1, 1, static_cast<stream::OperandType>(3)}), HasSubstr("operands of type 3"));
  EXPECT_THAT(message_for({"g", std::uint64_t{1} << 40, std::uint64_t{1} << 40, 1, 1, stream::OperandType::kInt8}), HasSubstr("the MACs reach"));
  EXPECT_THAT(message_for({"g", std::uint64_t{1} << 53, 1, 1, 1, stream::OperandType::kInt8}), HasSubstr("the MACs reach"));
  EXPECT_EQ(message_for({"g", (std::uint64_t{1} << 53) - 1, 1, 1, 1, stream::OperandType::kInt8}), "");
}

TEST(GemmTrace, CountsThatDoNotFit) {
  const test::Folder folder;
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 60}) {
    TraceWriter writer(folder / "t", Kind::kGemm, Compression::kNone);
    writer.add(kWorkload, 0, "");
    Bytes raw;
    for (int i = 0; i < 4; ++i) append(raw, std::uint64_t{1});
    append(raw, 0u);
    append(raw, 0u);
    writer.add(kGemms, 1, raw);
    Bytes index;
    append(index, count);
    append(index, 0u);
    writer.finish(index);
    const TraceFile file(folder / "t");
    EXPECT_THAT(test::message_of([&] { static_cast<void>(read_gemm_trace(file)); }), HasSubstr("/t: byte ")) << count;
  }
}

TEST(GemmTrace, TheOtherKind) {
  const test::Folder folder;
  TraceWriter writer(folder / "t", Kind::kQueries, Compression::kNone);
  writer.add(kWorkload, 0, "");
  writer.finish("");
  const TraceFile file(folder / "t");
  EXPECT_THAT(test::message_of([&] { static_cast<void>(read_gemm_trace(file)); }), HasSubstr("holds no multiplications"));
}

}  // namespace
}  // namespace ngpcsim::workloads::trace
