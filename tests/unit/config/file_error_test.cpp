#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"
#include "tests/unit/config/temp_folder.h"

namespace ngpcsim::config::sample {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ConfigFile, WhatIsNoReadableFileIsAnInputError) {
  const TempFolder folder;
  folder.write("empty.xml", "");
  folder.write("huge.xml", "<chip>" + std::string((std::size_t{4} << 20) + 1, ' ') + "</chip>");
  struct Case {
    std::string path, message;
  };
  for (const Case& c : {Case{folder.path("missing.xml"), "there is no file"}, {folder.path(""), "is a folder"},
                        {folder.path("empty.xml"), "the file has no element"}, {folder.path("huge.xml"), "at most 4194304 bytes"},
                        {folder.path("empty.xml/below"), "there is no file"}}) {
    const std::string message = message_of([&] { (void)load(c.path, chip_kind()); });
    EXPECT_THAT(message, StartsWith(c.path + ": ")) << c.path;
    EXPECT_THAT(message, HasSubstr(c.message)) << c.path;
    EXPECT_THAT(message, HasSubstr("allowed: ")) << c.path;
  }
}

TEST(ConfigFile, AFileIsReadWhole) {
  const TempFolder folder;
  const std::string filler(100000, ' ');
  folder.write("big.xml", "<chip>" + filler + "\n" + filler + "<nfps value='3'/></chip>");
  const auto bound = bind<Chip>(load(folder.path("big.xml"), chip_kind()));
  EXPECT_EQ(bound.params.nfps, 3u);
  EXPECT_EQ(to_string(bound.provenance.location_of("chip.nfps")), folder.path("big.xml") + ":2");
}

}  // namespace
}  // namespace ngpcsim::config::sample
