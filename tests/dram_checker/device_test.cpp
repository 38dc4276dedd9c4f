#include <algorithm>

#include <gtest/gtest.h>

#include "tests/dram_checker/bad_input.h"
#include "tests/dram_checker/test_support.h"
#include "tests/dram_checker/xml_reader.h"

/// Device files: XML, bases, overrides.
namespace ngpcsim::dram_checker {
namespace {

const Rule* find_rule(const Device& device, const std::string& name) {
  const auto found = std::find_if(device.rules.begin(), device.rules.end(), [&](const Rule& rule) { return rule.name == name; });
  return found == device.rules.end() ? nullptr : &*found;
}

std::uint64_t cycles_of(const Device& device, const std::string& rule) {
  const Rule* const found = find_rule(device, rule);
  if (found == nullptr) throw BadInput("no rule " + rule);
  return found->cycles;
}

TEST(DeviceFile, AFileWinsOverItsBases) {
  const Device device = load_device("mixed");
  EXPECT_EQ(device.cycles("RAS"), 21u);
  EXPECT_EQ(device.cycles("REFI"), 800u);
  EXPECT_EQ(device.cycles("RFC"), 60u) << "of the base";
  EXPECT_EQ(cycles_of(device, "act_act"), 30u);
  EXPECT_EQ(cycles_of(device, "act_precharge"), 21u) << "a rule of the base's base, with a parameter of the file";
  EXPECT_EQ(cycles_of(device, "others"), 5u);
  EXPECT_EQ(cycles_of(device, "others_window"), 13u);
  EXPECT_EQ(find_rule(device, "others_window")->window, 3u);
  EXPECT_EQ(cycles_of(device, "negative"), 0u);
  EXPECT_EQ(find_rule(device, "not_wanted"), nullptr);
  EXPECT_EQ(device.postpone, 2u);
  EXPECT_TRUE(device.bank_hash);
  EXPECT_EQ(device.geometry.capacity(), 3u * 2 * 2 * 8 * 64 * 16 * 16);
}

TEST(DeviceFile, AssignmentsWinOverFiles) {
  const std::vector<std::string> assignments{"dram.timing.RAS=22", "timing.RFC=0", "rules.refresh=none", "rules.extra=ACT ACT channel 77", "refresh.mode=none"};
  const Device device = load_device("mixed", assignments);
  EXPECT_EQ(cycles_of(device, "act_precharge"), 22u);
  EXPECT_FALSE(device.timing.contains("RFC")) << "0: the device does not have it";
  EXPECT_EQ(cycles_of(device, "extra"), 77u);
  EXPECT_EQ(device.refresh, RefreshMode::kNone);
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"timing.RFC=0"})), BadInput) << "a rule needs it";
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"timing.CL=0"})), BadInput);
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"timing.REFI=0"})), BadInput);
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"organization.banks=0"})), BadInput);
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"controller.bank_hash=maybe"})), BadInput);
  EXPECT_THROW(static_cast<void>(load_device("mixed", {"timing.CL"})), BadInput);
}

TEST(Xml, WhatDeviceFilesAreMadeOf) {
  const std::string text = "<?xml version=\"1.0\"?>\n<!-- <a> -->\n<a x='1' y = \"&lt;&amp;&quot;&apos;&gt;\">\n  <b/><!-- c --><b z=''></b>\n</a>\n<!-- -->";
  const XmlElement root = parse_xml(text, "file");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.line, 3u);
  EXPECT_EQ(root.attributes.at("x"), "1");
  EXPECT_EQ(root.attributes.at("y"), "<&\"'>");
  ASSERT_EQ(root.children.size(), 2u);
  EXPECT_EQ(root.children[1].line, 4u);
  EXPECT_EQ(root.children[1].attributes.at("z"), "");
  for (const char* wrong : {"<a>text</a>", "<a x=1/>", "<a x='1' x='1'/>", "<a/><b/>", "<a", "<a x='1/>", "<a x='&nbsp;'/>", "<!-- <a/>", "< a/>"}) {
    EXPECT_THROW(static_cast<void>(parse_xml(wrong, "file")), BadInput) << wrong;
  }
}

}  // namespace
}  // namespace ngpcsim::dram_checker
