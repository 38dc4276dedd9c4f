#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.h"
#include "workloads/gemm/gemm_file.h"

namespace ngpcsim::workloads {

/// Sizes of one multiplication, and how often it is done with operands of its own.
struct GemmShape {
  std::uint64_t m = 1, n = 1, k = 1;
  std::uint64_t batch = 1;
};

/// Collects what a reader finds in one file. What all formats share is here: the bound on the work, distinct names, notes that do not repeat.
class ListBuilder {
 public:
  ListBuilder(std::string file, const GemmReadOptions& options) : file_(std::move(file)), options_(options) {}

  /// Appends a multiplication found at `line`. Nothing in place of a shape: its sizes overflow. Throws InputError at the line where the
  /// multiplication, or the list with it, reaches stream::kMostMacs.
  void add(int line, std::string_view name, const std::optional<GemmShape>& shape);

  /// Notes something once per `kind`: the first time with its line and text, with the number of times at the end.
  void note(std::string_view kind, int line, std::string what);

  /// The finished file. Throws InputError where no multiplication was found.
  [[nodiscard]] GemmFile finish(GemmFormat format);

  [[nodiscard]] InputLocation at(int line) const { return {file_, line}; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  struct Note {
    std::string kind;
    int line = 0;
    std::string what;
    std::uint64_t times = 0;
  };

  void make_names_distinct();

  std::string file_;
  GemmReadOptions options_;
  stream::GemmList list_;
  std::vector<int> lines_;  ///< of each entry
  std::uint64_t macs_ = 0;
  std::vector<Note> notes_;  ///< a handful of kinds
};

}  // namespace ngpcsim::workloads
