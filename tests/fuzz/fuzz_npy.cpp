#include <vector>

#include "sim/base/error.h"
#include "tests/fuzz/driver.h"
#include "tests/unit/trace/npy_text.h"
#include "workloads/import/npy.h"

namespace ngpcsim::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> good;
  for (const int version : {1, 2, 3}) good.push_back(workloads::test::npy_text("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3), }", std::string(48, '\0'), version));
  good.push_back(workloads::test::npy_text("{\"shape\": (2, 2), \"descr\": \"<f8\", \"fortran_order\": False}", std::string(32, '\0')));
  return good;
}

}  // namespace ngpcsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ngpcsim::fuzz::MemoryFile file(data, size);
  try {
    const ngpcsim::workloads::NpyTable table(file.path());
    std::vector<float> rows;
    table.read(0, table.rows(), rows);
  } catch (const ngpcsim::InputError&) {
  }
  return 0;
}
