#include "workloads/gemm/csv_header.h"

#include <algorithm>
#include <string_view>

#include "sim/config/text.h"
#include "workloads/gemm/count_text.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kMnkColumns = 4;   ///< name, M, N, K
constexpr std::size_t kConvColumns = 8;  ///< name, input, filter, channels, filters, stride

constexpr std::string_view kHeaders =
    "Layer,M,N,K (SCALE-Sim), Layer name,IFMAP Height,IFMAP Width,Filter Height,Filter Width,Channels,Num Filter,Strides (SCALE-Sim), the same with Type and "
    "three base addresses (mNPUsim), set,M,N,K,a_transposed,b_transposed (DeepBench), or a Timeloop problem as YAML; cells separated by commas or tabs";

/// Letters and digits of a cell, small: the same whatever blanks, no-break spaces and capitals its writer preferred.
std::string key_of(std::string_view cell) {
  std::string key;
  for (const char c : cell) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
    if (c >= 'A' && c <= 'Z') key += static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

bool has(const std::string& key, std::string_view word) { return key.find(word) != std::string::npos; }

/// Whether cells 1 to 7 name the columns of a convolution, in SCALE-Sim's order.
bool names_convolution(const std::vector<std::string>& keys) {
  return keys.size() >= kConvColumns && has(keys[1], "h") && has(keys[2], "w") && (has(keys[1], "ifmap") || has(keys[1], "input")) &&
         (has(keys[2], "ifmap") || has(keys[2], "input")) && has(keys[3], "filterh") && has(keys[4], "filterw") && has(keys[5], "channel") &&
         has(keys[6], "filter") && has(keys[7], "stride");
}

ExtraColumn kind_of(const std::string& key) {
  if (key.empty()) return ExtraColumn::kUnnamed;
  if (has(key, "batch")) return ExtraColumn::kBatch;
  if (has(key, "spars")) return ExtraColumn::kSparsity;
  return has(key, "stride") ? ExtraColumn::kStride : ExtraColumn::kOther;
}

CsvHeader with_extra(GemmFormat format, const CsvRow& row, const std::vector<std::string>& keys, std::size_t column) {
  if (column >= keys.size()) return {format, ExtraColumn::kUnnamed, {}};
  return {format, kind_of(keys[column]), row.cells[column]};
}

std::string whole_row(const CsvRow& row) {
  std::string text;
  for (const std::string& cell : row.cells) text += (text.empty() ? "" : ",") + cell;
  return config::in_quotes(text);
}

}  // namespace

CsvHeader recognise_header(const CsvRow& row, const std::string& file) {
  std::vector<std::string> keys;
  for (const std::string& cell : row.cells) keys.push_back(key_of(cell));
  const auto named = [&keys](std::size_t column, std::string_view key) { return column < keys.size() && keys[column] == key; };

  if (named(1, "m") && named(2, "n") && named(3, "k")) {
    if (named(4, "atransposed") && named(5, "btransposed")) return {GemmFormat::kDeepBench, ExtraColumn::kUnnamed, {}};
    return with_extra(GemmFormat::kScaleSimGemm, row, keys, kMnkColumns);
  }
  if (names_convolution(keys)) {
    if (named(8, "type")) return {GemmFormat::kMnpusim, ExtraColumn::kUnnamed, {}};
    return with_extra(GemmFormat::kScaleSimConv, row, keys, kConvColumns);
  }

  const InputLocation at{file, row.line};
  if (keys.size() >= kMnkColumns && std::is_permutation(keys.begin() + 1, keys.begin() + kMnkColumns, std::vector<std::string>{"m", "n", "k"}.begin()))
    throw InputError(at, fmt::format("the columns of {} are in another order: SCALE-Sim reads them by place", whole_row(row)), "Layer,M,N,K");
  if (row.cells.size() >= kMnkColumns &&
      std::all_of(row.cells.begin() + 1, row.cells.begin() + kMnkColumns, [](const std::string& c) { return is_all_digits(c); }))
    throw InputError(at, fmt::format("the first row, {}, is a row of sizes: SCALE-Sim takes it for the header and drops it", whole_row(row)),
                     std::string(kHeaders));
  throw InputError(at, fmt::format("the first row, {}, is the header of no list that is read", whole_row(row)), std::string(kHeaders));
}

}  // namespace ngpcsim::workloads
