#include <cstdlib>
#include <iostream>
#include <string>

#include "sim/base/error.h"
#include "tests/equiv/nfp/nfp_builds.h"
#include "tests/equiv/nfp/nfp_equivalence.h"
#include "tests/equiv/nfp/sized_case.h"

// nfp_replay BUILD SEED [FILE.fst]: one random case of the equivalence test again, with its waveform.
int main(int argc, char** argv) {
  if (argc >= 3) {
    for (const ngpcsim::rtl::Build* build : ngpcsim::equiv::nfp_builds()) {
      if (build->name != argv[1]) continue;
      const std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
      const auto c = ngpcsim::equiv::sized_case(seed, build->sizes);
      const std::string found = ngpcsim::equiv::nfp_difference(c, *build, {.file = argc > 3 ? argv[3] : "", .first_edge = 0, .edges = 1'000'000});
      std::cout << ngpcsim::contract::describe(c) << '\n' << (found.empty() ? "no difference" : found) << '\n';
      return found.empty() ? 0 : 1;
    }
  }
  std::cerr << "usage: nfp_replay BUILD SEED [FILE.fst]; builds:";
  for (const ngpcsim::rtl::Build* build : ngpcsim::equiv::nfp_builds()) std::cerr << ' ' << build->name;
  std::cerr << '\n';
  return 2;
}
