#pragma once
#include <string>

namespace ngpcsim::workloads::test {

/// A NumPy file with this dictionary and these values.
inline std::string npy_text(const std::string& head, const std::string& data, int version = 1) {
  const std::string text = head + "\n";
  std::string file("\x93NUMPY", 6);
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(text.size() >> (8 * i));
  return file + text + data;
}

}  // namespace ngpcsim::workloads::test
