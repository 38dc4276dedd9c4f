#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::dram_checker {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<XmlElement> children;
  std::size_t line = 0;
};

/// Elements, attributes, comments and the five named entities: what device files are made of. Not the library by which the simulator reads them, so that
/// a value that one of the two misreads shows. Throws BadInput with file and line.
[[nodiscard]] XmlElement parse_xml(std::string_view text, const std::string& file);
[[nodiscard]] XmlElement read_xml(const std::filesystem::path& path);

}  // namespace ngpcsim::dram_checker
