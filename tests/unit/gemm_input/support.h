#pragma once
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"
#include "workloads/gemm/gemm_file.h"

/// Helpers of the tests of workloads/gemm.
namespace ngpcsim::workloads::test {

/// What a list says, without types.
struct Entry {
  std::string name;
  std::uint64_t m = 0, n = 0, k = 0, batch = 1;

  friend bool operator==(const Entry&, const Entry&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Entry& e) {
    return out << e.name << " M " << e.m << " N " << e.n << " K " << e.k << " batch " << e.batch;
  }
};

inline std::vector<Entry> entries(const stream::GemmList& list) {
  std::vector<Entry> result;
  for (const stream::Gemm& gemm : list) result.push_back({gemm.name, gemm.m, gemm.n, gemm.k, gemm.batch});
  return result;
}

inline GemmFile parse(std::string_view text) { return parse_gemm_text(text, "some.csv"); }
inline std::vector<Entry> parsed(std::string_view text) { return entries(parse(text).list); }

/// The message with which a text is refused; empty where it is read.
inline std::string message_of(std::string_view text) {
  try {
    (void)parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline constexpr std::string_view kMnkHeader = "Layer,M,N,K,\n";
inline constexpr std::string_view kConvHeader = "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n";

inline std::string mnk(std::string_view rows) { return std::string(kMnkHeader).append(rows); }
inline std::string conv(std::string_view rows) { return std::string(kConvHeader).append(rows); }

}  // namespace ngpcsim::workloads::test
