#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/gemm/array.h"
#include "models/gemm/counters.h"
#include "models/gemm/gemm_values.h"
#include "models/gemm/part.h"
#include "models/memory/params.h"
#include "tests/naive/gemm_setup.h"

/// One array with a memory in its clock, as the naive array and as the model see it.
namespace ngpcsim::contract {

struct GemmCase {
  naive::GemmArraySetup array;
  naive::GemmJob job;
  std::uint64_t bytes_per_cycle = 64, latency = 10, outstanding = 16, sync = 1;  ///< of the memory
  std::uint64_t command = 0;  ///< edge at which it is visible
  std::uint64_t seed = 0;     ///< of the operands
};

/// What a run leaves behind, of either kind.
struct GemmTrace {
  std::vector<std::uint64_t> entries;    ///< edges of stream steps
  struct Sent {
    std::uint64_t edge;
    naive::GemmAccess access;
    std::uint64_t address, bytes;
    friend bool operator==(const Sent&, const Sent&) = default;
  };
  std::vector<Sent> requests;
  models::GemmAccount account;           ///< up to and without the edge at which the part is done
  std::uint64_t active = 0, done = 0;
  std::vector<std::uint32_t> results;    ///< bits, row-major
};

[[nodiscard]] GemmCase random_gemm_case(std::uint64_t seed);
[[nodiscard]] std::string text(const GemmCase& c);

[[nodiscard]] models::GemmArray model_array(const naive::GemmArraySetup& array);
[[nodiscard]] models::GemmPart model_part(const naive::GemmJob& job);
/// The operands of a case, as bits.
[[nodiscard]] models::GemmElements case_elements(const GemmCase& c);

[[nodiscard]] GemmTrace run_naive(const GemmCase& c);
[[nodiscard]] GemmTrace run_model(const GemmCase& c);
/// The first difference, empty if there is none.
[[nodiscard]] std::string difference(const GemmTrace& naive, const GemmTrace& model);

}  // namespace ngpcsim::contract
