#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gemm_input/support.h"
#include "workloads/gemm/timeloop_problem.h"

namespace ngpcsim::workloads {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using test::Entry;
using test::message_of;
using test::parse;
using test::parsed;

constexpr std::string_view kMatmulShape = R"(
  shape:
    name: gemm
    dimensions: [M, N, "K", B]
    data_spaces:
    - {name: A, projection: [[[B]], [[M]], [[K]]]}
    - {name: W, projection: [[[B]], [[N]], [[K]]]}
    - {name: Z, projection: [[[B]], [[M]], [[N]]], read_write: true}
)";

std::string matmul(std::string_view instance) { return std::string("problem:\n  version: 0.4\n  instance: ").append(instance).append(kMatmulShape); }

constexpr std::string_view kConvShape = R"(
  shape:
    coefficients: [{name: Wstride, default: 1}, {name: Hstride, default: 1}]
    data_spaces:
    - name: Weights
      projection: [[[C]], [[M]], [[R]], [[S]], [[G]]]
    - name: Inputs
      projection: [[[N]], [[C]], [[R], [P, Wstride]], [[S], [Q, Hstride]], [[G]]]
    - name: Outputs
      projection: [[[N]], [[M]], [[Q]], [[P]], [[G]]]
      read_write: true
    dimensions: [C, M, R, S, N, P, Q, G]
)";

TEST(Timeloop, MatrixProduct) {
  const GemmFile file = parse(matmul("{M: 512, N: 256, K: 1024, B: 3}"));
  EXPECT_EQ(file.format, GemmFormat::kTimeloop);
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"some", 512, 256, 1024, 3}));
  EXPECT_THAT(file.notes, IsEmpty());
  EXPECT_THAT(parse(matmul("{M: 2, N: 3, K: 4, B: 1, densities: {A: 0.5}}")).notes, ElementsAre(AllOf(StartsWith("some.csv:3: "), HasSubstr("dense"))));
}

TEST(Timeloop, ConvolutionIsLoweredByItsDataSpaces) {
  // Rows: batch and output positions; columns: output channels; reduction: channels and filter. Weights are B although they come first.
  const std::string text =
      std::string("problem:\n  name: conv1\n  instance: {C: 3, M: 96, N: 2, P: 55, Q: 54, R: 11, S: 10, G: 4, Wstride: 4}").append(kConvShape);
  EXPECT_THAT(parsed(text), ElementsAre(Entry{"conv1", 2 * 55 * 54, 96, 3 * 11 * 10, 4}));
}

TEST(Timeloop, ShortForms) {
  const GemmFile file = parse(
      "{{include_text('../problem_base.yaml')}}\nproblem:\n  <<<: *problem_base\n  instance: {C: 3, M: 64, P: 55, Q: 54, R: 11, S: 10, HStride: 4}\n\n  ");
  EXPECT_THAT(test::entries(file.list), ElementsAre(Entry{"some", 55 * 54, 64, 330}));
  EXPECT_THAT(file.notes,
              ElementsAre(AllOf(StartsWith("some.csv:1: "), HasSubstr("include_text")), AllOf(StartsWith("some.csv:3: "), HasSubstr("problem_base"))));
  EXPECT_THAT(parsed("problem:\n  instance: {C: 9216, M: 4096}\n"), ElementsAre(Entry{"some", 1, 4096, 9216}));
  EXPECT_THAT(parsed("# a layer\r\n---\r\ninstance:\r\n  C: 9216\r\n  M: 4096\r\n  N: 8\r\n  G: 2\r\n"), ElementsAre(Entry{"some", 8, 4096, 9216, 2}));
}

struct Refused {
  std::string text;
  std::string_view where;
  std::string_view what;
};

TEST(Timeloop, WhatIsRefusedNamesItsLine) {
  const std::string shape_without_k =
      "problem:\n  instance: {M: 1, N: 1}\n  shape:\n    dimensions: [M, N]\n    data_spaces:\n    - {name: A, projection: [[[M]]]}\n    - {name: Z, "
      "projection: [[[M]]], read_write: true}\n";
  const std::vector<Refused> cases{
      {matmul("{M: 512, N: 256, K: 1024}"), ":3: ", "no \"B\""},
      {matmul("\n    M: 512\n    N: H\n    K: 1\n    B: 1"), ":5: ", "N = \"H\""},
      {matmul("{M: 0, N: 1, K: 1, B: 1}"), ":3: ", "no size"},
      {matmul("{M: -4, N: 1, K: 1, B: 1}"), ":3: ", "no size"},
      {matmul("{M: 64.0, N: 1, K: 1, B: 1}"), ":3: ", "no size"},
      {matmul("{M: [1], N: 1, K: 1, B: 1}"), ":3: ", "\"M\" is no number"},
      {matmul("{M: *m, N: 1, K: 1, B: 1}"), ":3: ", "\"M\" is no number"},
      {matmul("{M: 9007199254740992, N: 1, K: 1, B: 1}"), ":3: ", "too large"},
      {matmul("{M: 4503599627370496, N: 2, K: 1, B: 1}"), ":3: ", "multiply-accumulates"},
      {matmul("64"), ":3: ", "no map of sizes"},
      {matmul("{M: 1, M: 2, N: 1, K: 1, B: 1}"), ":3: ", "repeated"},
      {"problem:\n  version: 0.4\n", ":2: ", "no \"instance\""},
      {"problem: 4\n", ":1: ", "no map \"problem\""},
      {"architecture:\n  nodes: 3\n", ":1: ", "no map \"problem\""},
      {"problem:\n  instance: {M: 1, N: 1, K: 1}\n", ":2: ", "\"K\" is no dimension"},
      {"problem:\n  instance: {C: 1, X: 8}\n", ":2: ", "\"X\" is no dimension"},
      {"problem:\n  shape: cnn-layer\n  instance: {C: 1}\n", ":2: ", "\"cnn-layer\" is defined elsewhere"},
      {shape_without_k, ":6: ", "1 data spaces are read"},
      {"problem:\n  <<<: *base\n  instance: {M: 1}\n  shape: {dimensions: [M]}\n", ":2: ", "merges another map"},
      {"problem:\n  <<: {instance: 3}\n  instance: {C: 1}\n", ":2: ", "merges another map"},
      {"problem:\n  instance: {C: 1\n", ":3: ", "not valid YAML"},
      {"problem:\n  instance: {C: 1}\n---\nproblem: 3\n", ":3: ", "second YAML document"},
      {"problem:\n  instance: {C: 1}\n  shape: {data_spaces: []}\n", ":3: ", "\"data_spaces\""},
  };
  for (const Refused& c : cases) EXPECT_THAT(message_of(c.text), AllOf(StartsWith("some.csv" + std::string(c.where)), HasSubstr(c.what))) << c.text;
}

TEST(Timeloop, IsBounded) {
  EXPECT_THAT(message_of("problem:\n" + std::string(1u << 20, ' ')), HasSubstr("too many"));
  std::string dimensions = "d0";
  for (int i = 1; i < 65; ++i) dimensions += ", d" + std::to_string(i);
  const std::string spaces = "data_spaces: [{name: A, projection: [M]}, {name: B, projection: [M]}, {name: Z, projection: [M], read_write: true}]";
  EXPECT_THAT(message_of("problem:\n  instance: {M: 1}\n  shape:\n    " + spaces + "\n    dimensions: [" + dimensions + "]\n"),
              AllOf(StartsWith("some.csv:5: "), HasSubstr("too many dimensions")));
  EXPECT_THAT(message_of("problem:\n  instance: {M: 1}\n  shape:\n    " + spaces + "\n    dimensions: [M, M]\n"),
              AllOf(StartsWith("some.csv:5: "), HasSubstr("repeated")));
}

TEST(Timeloop, ADimensionOfOneOperandMustBeOne) {
  constexpr std::string_view kShape =
      "\n  shape:\n    dimensions: [M, N, K, X]\n    data_spaces:\n    - {name: A, projection: [[[M]], [[K]], [[X]]]}\n    - {name: B, projection: [[[N]], "
      "[[K]]]}\n"
      "    - {name: Z, projection: [[[M]], [[N]]], read_write: true}\n";
  EXPECT_THAT(parsed(std::string("problem:\n  instance: {M: 2, N: 3, K: 4, X: 1}").append(kShape)), ElementsAre(Entry{"some", 2, 3, 4}));
  EXPECT_THAT(message_of(std::string("problem:\n  instance: {M: 2, N: 3, K: 4, X: 2}").append(kShape)),
              AllOf(StartsWith("some.csv:2: "), HasSubstr("\"X\" = 2")));
}

TEST(Timeloop, IsToldFromATableByItsFirstLine) {
  for (const std::string_view yaml : {"problem:\n", "\n# x\n---\nproblem: 1\n", "{{include('x')}}\nLayer,M,N,K\n", "%YAML 1.1\n---\ninstance:\n", "a-b.c:\tx"})
    EXPECT_TRUE(looks_like_yaml(yaml)) << yaml;
  for (const std::string_view table : {"", "\n\n", "Layer,M,N,K\n", "Layer: x,M,N,K\nproblem:\n", "a:b\n", ": x\n", "{\"problem\": 1}", "Layer\n"})
    EXPECT_EQ(looks_like_yaml(table), table.starts_with("Layer: x")) << table;
}

}  // namespace
}  // namespace ngpcsim::workloads
