#include "sim/app/study/published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

using ::testing::HasSubstr;

constexpr const char* kHead = "metric,application,encoding,nfps,published,unit,trust,source\n";

std::string message_of(const std::string& text) {
  const std::string file = ::testing::TempDir() + "published.csv";
  std::ofstream(file) << text;
  try {
    (void)read_published(file);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Published, TheStudyOfNgpcIsRead) {
  const std::vector<PublishedFigure> figures = read_published(std::string(NGPCSIM_SOURCE_DIR) + "/configs/studies/ngpc-isca23.csv");
  EXPECT_GT(figures.size(), 45u);
  for (const PublishedFigure& figure : figures) {
    EXPECT_FALSE(figure.trust.empty()) << figure.metric;
    EXPECT_FALSE(figure.source.empty()) << figure.metric;
  }
}

TEST(Published, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_THAT(message_of("a,b\n"), HasSubstr("published.csv:1"));
  EXPECT_THAT(message_of(std::string(kHead) + "area,,,8,4.5,%,sure\n"), HasSubstr(":2: 7 cells"));
  EXPECT_THAT(message_of(std::string(kHead) + "area,,,8,much,%,sure,here\n"), HasSubstr("\"much\" is no number"));
  EXPECT_THAT(message_of(std::string(kHead) + "area,,,8,4.5,%,sure,here\narea,,,8,4.6,%,sure,here\n"), HasSubstr(":3: area"));
  EXPECT_THAT(message_of(kHead), HasSubstr("no figure"));
  EXPECT_EQ(message_of(std::string(kHead) + "area,,,8,4.5,%,sure,here\narea,,,16,9,%,sure,here\n"), "");
}

}  // namespace
}  // namespace ngpcsim::app
