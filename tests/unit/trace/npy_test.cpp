#include "workloads/import/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/trace/npy_text.h"
#include "tests/unit/trace/trace_support.h"

namespace ngpcsim::workloads {
namespace {

using ::testing::HasSubstr;

std::string bytes_of(const std::vector<float>& values) { return {std::bit_cast<const char*>(values.data()), values.size() * sizeof(float)}; }
std::string bytes_of(const std::vector<double>& values) { return {std::bit_cast<const char*>(values.data()), values.size() * sizeof(double)}; }

class Npy : public ::testing::Test {
 protected:
  std::string message(const std::string& content) {
    trace::test::write_file(folder_ / "a.npy", content);
    return trace::test::message_of([&] { NpyTable(folder_ / "a.npy"); });
  }
  trace::test::Folder folder_;
};

TEST_F(Npy, ReadsRows) {
  const std::vector<float> values{0, 0.25f, 0.5f, 1, 0.1f, 0.2f};
  for (const int version : {1, 2, 3}) {
    trace::test::write_file(folder_ / "a.npy", test::npy_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", bytes_of(values), version));
    const NpyTable table(folder_ / "a.npy");
    EXPECT_EQ(table.rows(), 2u);
    EXPECT_EQ(table.columns(), 3u);
    std::vector<float> rows;
    table.read(1, 1, rows);
    EXPECT_EQ(rows, (std::vector<float>{1, 0.1f, 0.2f}));
  }
}

TEST_F(Npy, DoublesThatAreFloats) {
  const auto head = "{\"shape\":(1,2),'descr':'<f8','fortran_order':False}";
  trace::test::write_file(folder_ / "a.npy", test::npy_text(head, bytes_of(std::vector<double>{0.5, double{0.1f}})));
  std::vector<float> rows;
  NpyTable(folder_ / "a.npy").read(0, 1, rows);
  EXPECT_EQ(rows, (std::vector<float>{0.5f, 0.1f}));
  trace::test::write_file(folder_ / "a.npy", test::npy_text(head, bytes_of(std::vector<double>{0.5, 0.1})));
  const NpyTable table(folder_ / "a.npy");
  EXPECT_THAT(trace::test::message_of([&] { table.read(0, 1, rows); }), HasSubstr("row 0: 0.1 is no float32"));
}

TEST_F(Npy, OtherArrays) {
  const std::string data = bytes_of(std::vector<float>(6));
  const auto with = [&](const std::string& descr, const std::string& order, const std::string& shape) {
    return message(test::npy_text(fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}", descr, order, shape), data));
  };
  EXPECT_EQ(with("'<f4'", "False", "(2, 3)"), "");
  EXPECT_THAT(with("'>f4'", "False", "(2, 3)"), HasSubstr("values of type \">f4\"; allowed: '<f4' or '<f8'"));
  EXPECT_THAT(with("'<f2'", "False", "(2, 3)"), HasSubstr("values of type"));
  EXPECT_THAT(with("[('x', '<f4')]", "False", "(2, 3)"), HasSubstr("records of several fields"));
  EXPECT_THAT(with("'<f4'", "True", "(2, 3)"), HasSubstr("column by column"));
  EXPECT_THAT(with("'<f4'", "False", "(6,)"), HasSubstr("an array of shape (6,)"));
  EXPECT_THAT(with("'<f4'", "False", "()"), HasSubstr("an array of shape ()"));
  EXPECT_THAT(with("'<f4'", "False", "(1, 6)"), HasSubstr("an array of shape (1, 6)"));
  EXPECT_THAT(with("'<f4'", "False", "(0, 3)"), HasSubstr("an array of shape (0, 3)"));
  EXPECT_THAT(with("'<f4'", "False", "(1, 2, 3)"), HasSubstr("an array of shape (1, 2, 3)"));
  EXPECT_THAT(with("'<f4'", "False", "(3, 3)"), HasSubstr("bytes; allowed:"));
  EXPECT_THAT(with("'<f4'", "False", "(99999999999999999999, 3)"), HasSubstr("no whole number"));
  EXPECT_THAT(with("'<f4'", "False", "(18446744073709551615, 3)"), HasSubstr("an array of shape"));
  EXPECT_THAT(with("'<f4'", "False", "(-2, 3)"), HasSubstr("no whole number"));
  EXPECT_THAT(with("'<f4'", "0", "(2, 3)"), HasSubstr("no truth value"));
}

TEST_F(Npy, HeadersThatAreNone) {
  EXPECT_THAT(message("text"), HasSubstr("no NumPy array"));
  EXPECT_THAT(message(""), HasSubstr("no NumPy array"));
  EXPECT_THAT(message(std::string("\x93NUMPY\x01", 7)), HasSubstr("no NumPy array"));
  EXPECT_THAT(message(std::string("\x93NUMPY\x01\x00\xFF\x00{", 11)), HasSubstr("ends in its header"));
  EXPECT_THAT(message(std::string("\x93NUMPY\x04\x00\x01\x00{", 11)), HasSubstr("version 4"));
  EXPECT_THAT(message(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{", 13)), HasSubstr("a header of 4294967295 bytes"));
  for (const char* head : {"", "{", "{'descr'", "{'descr': '<f4}", "{'descr': '<f4', 'descr': '<f4'}", "{'shape': (2, 3), 'fortran_order': False}", "{'colour': 1}",
                           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x", "{'descr': '<f4' 'fortran_order': False}", "{'shape': (2 3)}"})
    EXPECT_THAT(message(test::npy_text(head, "")), HasSubstr("a.npy: byte ")) << head;
}

}  // namespace
}  // namespace ngpcsim::workloads
