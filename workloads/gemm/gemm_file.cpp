#include "workloads/gemm/gemm_file.h"

#include "sim/base/error.h"
#include "workloads/gemm/csv_list.h"
#include "workloads/gemm/timeloop_problem.h"
#include "workloads/import/read_file.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint64_t kMaxListBytes = std::uint64_t{4} << 20;

}  // namespace

std::string_view format_name(GemmFormat format) {
  switch (format) {
    case GemmFormat::kScaleSimGemm: return "SCALE-Sim M,N,K list";
    case GemmFormat::kScaleSimConv: return "SCALE-Sim convolutions";
    case GemmFormat::kMnpusim: return "mNPUsim network";
    case GemmFormat::kDeepBench: return "DeepBench problems";
    case GemmFormat::kTimeloop: return "Timeloop problem";
  }
  throw InvariantError("a format without a name");
}

GemmFile read_gemm_file(const std::filesystem::path& file, const GemmReadOptions& options) {
  return parse_gemm_text(read_file(file, kMaxListBytes, "a list of matrix multiplications"), file.string(), options);
}

GemmFile parse_gemm_text(std::string_view text, const std::string& file, const GemmReadOptions& options) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) throw InputError({file, 1}, "the text is UTF-16", "UTF-8 or ASCII");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return looks_like_yaml(text) ? parse_timeloop_problem(text, file, options) : parse_csv_list(text, file, options);
}

}  // namespace ngpcsim::workloads
