#include "workloads/gemm/gemm_params.h"

#include <string_view>
#include <utility>

#include "sim/config/text.h"
#include "workloads/gemm/gemm_file.h"
#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::string_view kEither = "a list, or m, n and k of at least 1";

std::array<std::pair<std::string_view, std::uint64_t>, 3> sizes_of(const GemmParams& params) { return {{{"m", params.m}, {"n", params.n}, {"k", params.k}}}; }

stream::GemmList single(const GemmParams& params, const PathContext& context) {
  for (const auto& [name, value] : sizes_of(params))
    if (value == 0) throw InputError(context.at(name), fmt::format("{} = 0 and list is empty", name), std::string(kEither));
  return {{fmt::format("{}x{}x{}", params.m, params.n, params.k), params.m, params.n, params.k, 1, params.operand_type}};
}

stream::GemmList from_file(const GemmParams& params, const PathContext& context, std::vector<std::string>& notes) {
  for (const auto& [name, value] : sizes_of(params))
    if (value != 0)
      throw InputError(context.at(name), fmt::format("{} = {} beside list = {}", name, value, config::in_quotes(params.list)), std::string(kEither));
  GemmFile file = read_gemm_file(expand_path(params.list, context, "list"), {params.operand_type});
  notes.insert(notes.end(), file.notes.begin(), file.notes.end());
  return std::move(file.list);
}

/// The part of a list that first and count name.
stream::GemmList part_of(stream::GemmList list, const GemmParams& params, const PathContext& context) {
  const std::uint64_t size = list.size();
  if (params.first >= size)
    throw InputError(context.at("first"), fmt::format("first = {} of {} multiplications", params.first, size), fmt::format("0..{}", size - 1));
  const std::uint64_t left = size - params.first;
  if (params.count > left)
    throw InputError(context.at("count"), fmt::format("count = {} from number {} of {} multiplications", params.count, params.first, size),
                     fmt::format("0..{}", left));
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(params.first);
  return {begin, begin + static_cast<std::ptrdiff_t>(params.count == 0 ? left : params.count)};
}

/// Every entry `batch` times as often.
void repeat(stream::GemmList& list, const GemmParams& params, const PathContext& context) {
  std::uint64_t macs = 0;
  for (stream::Gemm& gemm : list) {
    const auto work = bounded_product({gemm.m, gemm.n, gemm.k, gemm.batch, params.batch});
    if (!work || (macs += *work) >= stream::kMostMacs)
      throw InputError(context.at(params.batch > 1      ? "batch"
                                  : params.list.empty() ? "m"
                                                        : "list"),
                       fmt::format("{} with batch = {} has, or makes the list reach, {} multiply-accumulates or more", config::in_quotes(gemm.name),
                                   params.batch, stream::kMostMacs),
                       "less work");
    gemm.batch *= params.batch;
  }
}

}  // namespace

stream::GemmList make_gemm_list(const GemmParams& params, const PathContext& context, std::vector<std::string>& notes) {
  stream::GemmList list = part_of(params.list.empty() ? single(params, context) : from_file(params, context, notes), params, context);
  repeat(list, params, context);
  return list;
}

}  // namespace ngpcsim::workloads
