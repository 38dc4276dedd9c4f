#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sim/base/error.h"
#include "tests/fuzz/driver.h"
#include "workloads/gemm/gemm_file.h"
#include "workloads/gemm/gemm_totals.h"

/// Any bytes as a GEMM list: read within its promises, or refused with one InputError.
namespace {

using ngpcsim::check;
using ngpcsim::InputError;

void check_promises(const ngpcsim::workloads::GemmFile& file) {
  namespace workloads = ngpcsim::workloads;
  check(!file.list.empty(), "an empty list");
  std::unordered_set<std::string_view> names;
  std::uint64_t macs = 0;
  for (const auto& gemm : file.list) {
    check(gemm.m > 0 && gemm.n > 0 && gemm.k > 0 && gemm.batch > 0, "{} has an empty side", gemm.name);
    check(!gemm.name.empty() && names.insert(gemm.name).second, "the name {} is empty or repeated", gemm.name);
    const auto work = workloads::bounded_product({gemm.m, gemm.n, gemm.k, gemm.batch});
    check(work.has_value(), "{} is too large", gemm.name);
    macs += *work;
  }
  check(macs < ngpcsim::stream::kMostMacs, "a list of {} MACs", macs);
}

}  // namespace

/// One of each format, small, so that damage often meets something that matters.
std::vector<std::string> ngpcsim::fuzz::seeds() {
  const std::string conv = "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,";
  return {"Layer,M,N,K,Batch,\r\nA,2,3,4,5,\r\nTitle,\r\nA,4503599627370496,1,1,,\r\n\"b, c\",1,2,3,2:4,7,\r\n",
          conv + "\nConv1,224,224,11,11,3,96,4,\nConv_DP,8,8,3,3,5,7,2,2:4\n\nFC,1,1,1,1,2048,1000,1",
          conv + " Type,\xC2\xA0IFMAP Base Addr,\nC,8,8,3,3,2,4,1,Conv,-1,-2,-1,\nI,5,5,3,3,3,4,1,Im2col_conv,-1,\nP,4,4,2,2,1,1,2,Pool,\n"
                 "G,4,6,6,8,1,1,1,Gemm,\nV,4,6,6,1,1,1,1,Gemv,\n",
          "set\tM\tN\tK\ta_transposed\tb_transposed\ntraining_set\t1760\t16\t1760\tfalse\ttrue\n",
          "problem:\n  instance: {M: 5, N: 6, K: 7}\n  shape:\n    dimensions: [M, N, K]\n    data_spaces:\n    - {name: A, projection: [[[M]], [[K]]]}\n"
          "    - {name: Weights, projection: [[[N]], [[K]]]}\n    - {name: Z, projection: [[[M]], [[N]]], read_write: true}\n",
          "{{include_text('../problem_base.yaml')}}\nproblem:\n  <<<: *problem_base\n  instance: {C: 3, M: 64, P: 55, Q: 55, R: 11, S: 11, HStride: 4}\n"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    check_promises(ngpcsim::workloads::parse_gemm_text(text, "fuzzed"));
  } catch (const InputError&) {
  }
  return 0;
}
