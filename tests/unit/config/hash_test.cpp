#include "sim/config/hash.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/unit/config/sample_params.h"

namespace ngpcsim::config::sample {
namespace {

ParamInfo param(std::string path, std::string value) {
  ParamInfo info;
  info.path = std::move(path);
  info.value = std::move(value);
  return info;
}

std::string hash_of(std::string_view text) { return config_hash(list_params(bind<Chip>(parse(text)).params, "chip")); }

/// FNV-1a as its authors write it, over a whole string.
std::string reference_fnv1a(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 1099511628211u;
  }
  return fmt::format("{:016x}", hash);
}

TEST(ConfigHash, IsFnv1aOverSortedPathsAndValues) {
  EXPECT_EQ(reference_fnv1a("foobar"), "85944171f73967e8");  // test vector of draft-eastlake-fnv
  EXPECT_EQ(config_hash({}), "cbf29ce484222325");
  const std::vector<ParamInfo> params{param("b", "2"), param("a.x", "\xC3\xBC")};
  EXPECT_EQ(config_hash(params), reference_fnv1a(std::string_view("a.x\0\xC3\xBC\0b\0"
                                                                  "2\0",
                                                                  11)));
}

TEST(ConfigHash, TheOrderOfElementsSourcesAndOriginsDoNotCount) {
  const std::string one = hash_of("<chip><nfps value='4'/><voltage value='0.7'/><encoding_engine><engines value='3'/></encoding_engine></chip>");
  const std::string two = hash_of(
      "<chip name='other' machine='m'>\n\n<encoding_engine><engines value='3' source='s'/></encoding_engine><voltage value='0.70' unit='V'/>\n"
      "<nfps value='4' origin='o'/><share value='0.1'/></chip>");
  EXPECT_EQ(one, two);
}

TEST(ConfigHash, EveryParameterCounts) {
  std::set<std::string> hashes{hash_of("<chip/>")};
  const std::vector<std::string> bodies{"<nfps value='9'/>", "<voltage value='0.80000000000000004440892098500626'/><share value='0.2'/>", "<scene value='8'/>",
                                        "<voltage value='0.8000000000000002'/>",
                                        "<encoding_engine><engines value='8'/></encoding_engine>", "<encoding_engine><offset value='8'/></encoding_engine>",
                                        "<encoding_engine><per_ray value='false'/></encoding_engine>",
                                        "<encoding_engine><grid_sram><banks value='16'/></grid_sram></encoding_engine>",
                                        "<encoding_engine><grid_sram><bank_map value='low'/></grid_sram></encoding_engine>"};
  for (const std::string& body : bodies) EXPECT_TRUE(hashes.insert(hash_of("<chip>" + body + "</chip>")).second) << body;
}

TEST(ConfigHash, HowAMachineIsSimulatedDoesNotCount) {
  std::vector<ParamInfo> params{param("a", "1"), param("b", "2")};
  const std::string whole = config_hash(params);
  params[1].simulation_only = true;
  EXPECT_EQ(config_hash(params), config_hash(std::span(params).first(1)));
  EXPECT_NE(config_hash(params), whole);
}

TEST(ConfigHash, PathAndValueDoNotRunIntoEachOther) {
  const std::vector<ParamInfo> one{param("a", "bc")};
  const std::vector<ParamInfo> two{param("ab", "c")};
  EXPECT_NE(config_hash(one), config_hash(two));
}

}  // namespace
}  // namespace ngpcsim::config::sample
