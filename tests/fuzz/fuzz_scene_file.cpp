#include <sstream>

#include "sim/base/error.h"
#include "tests/fuzz/driver.h"
#include "workloads/import/density_grid.h"
#include "workloads/import/mesh.h"
#include "workloads/import/picture.h"

namespace ngpcsim::fuzz {

std::vector<std::string> seeds() {
  std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 2), }\n";
  std::string npy("\x93NUMPY\x01\x00", 8);
  npy += static_cast<char>(head.size());
  npy += '\0';
  npy += head + std::string("\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F\x00\x00\x80\x3F", 32);
  // One black pixel as PNG.
  const std::string png("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xDE\x00\x00\x00\x0CIDAT\x08\xD7" "c```\x00\x00\x00\x04\x00\x01\xF6\x17" "8U\x00\x00\x00\x00IEND\xAE" "B`\x82", 69);
  return {npy, png, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.5\nvt 0 0\nvn 0 0 1\ng a\nf 1/1/1 2/1/1 3//1 4\nf -1 -2 -3\nl 1 2\nusemtl x\n", "v 1 2 3\nv 4 5 6\nv 0.1 2e3 -4\no b\nf 1 2 3\n"};
}

}  // namespace ngpcsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(ngpcsim::workloads::parse_density_grid(bytes, "file", {2, 2, 2}));
  } catch (const ngpcsim::InputError&) {
  }
  try {
    static_cast<void>(ngpcsim::workloads::parse_picture(bytes, "file"));
  } catch (const ngpcsim::InputError&) {
  }
  try {
    std::istringstream text(bytes);
    ngpcsim::workloads::Mesh mesh = ngpcsim::workloads::parse_obj(text, "file");
    static_cast<void>(ngpcsim::workloads::normalise(mesh));
  } catch (const ngpcsim::InputError&) {
  }
  return 0;
}
