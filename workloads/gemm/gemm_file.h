#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/stream/gemm_list.h"

/// Files of other tools as lists of matrix multiplications (docs/file_formats.md, "GEMM lists").
namespace ngpcsim::workloads {

/// What a file turned out to be. It is told by the content, never by the name.
enum class GemmFormat { kScaleSimGemm, kScaleSimConv, kMnpusim, kDeepBench, kTimeloop };
[[nodiscard]] std::string_view format_name(GemmFormat format);

/// What the files do not say.
struct GemmReadOptions {
  stream::OperandType type = stream::OperandType::kFp16;
};

/// A file as it was understood.
struct GemmFile {
  GemmFormat format = GemmFormat::kScaleSimGemm;
  stream::GemmList list;           ///< in file order, names distinct, never empty
  std::vector<std::string> notes;  ///< "file:line: what": everything in which the list is not plainly what the file says
};

/// Reads a list. Throws InputError with file and line where a row is not what its tool would take, with the file where it is missing, no regular
/// file, larger than 4 MiB or without a multiplication.
[[nodiscard]] GemmFile read_gemm_file(const std::filesystem::path& file, const GemmReadOptions& options = {});

/// The same from a text; `file` is only named in messages, and names the one problem of a Timeloop file.
[[nodiscard]] GemmFile parse_gemm_text(std::string_view text, const std::string& file, const GemmReadOptions& options = {});

}  // namespace ngpcsim::workloads
