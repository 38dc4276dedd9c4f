#include "workloads/gemm/list_builder.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "sim/config/text.h"
#include "workloads/gemm/clean_name.h"
#include "workloads/gemm/gemm_totals.h"

namespace ngpcsim::workloads {

void ListBuilder::add(int line, std::string_view name, const std::optional<GemmShape>& shape) {
  const std::string clean = name.empty() ? fmt::format("layer{}", list_.size() + 1) : clean_name(name);
  const auto refuse = [&](std::string_view what) {
    throw InputError(at(line), fmt::format("{} {} {} multiply-accumulates or more", what, config::in_quotes(clean), stream::kMostMacs),
                     "fewer in a multiplication and in a whole list");
  };
  const auto macs = shape ? bounded_product({shape->m, shape->n, shape->k, shape->batch}) : std::nullopt;
  if (!macs) refuse("the multiplication");
  macs_ += *macs;
  if (macs_ >= stream::kMostMacs) refuse("the list reaches with");
  list_.push_back({clean, shape->m, shape->n, shape->k, shape->batch, options_.type});
  lines_.push_back(line);
}

void ListBuilder::note(std::string_view kind, int line, std::string what) {
  auto found = std::find_if(notes_.begin(), notes_.end(), [kind](const Note& note) { return note.kind == kind; });
  if (found == notes_.end()) found = notes_.insert(notes_.end(), {std::string(kind), line, std::move(what), 0});
  ++found->times;
}

void ListBuilder::make_names_distinct() {
  std::unordered_set<std::string> taken;
  for (const stream::Gemm& gemm : list_) taken.insert(gemm.name);
  std::unordered_map<std::string, std::uint64_t> uses;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    std::string& name = list_[i].name;
    std::uint64_t& use = uses[name];
    if (++use == 1) continue;
    std::string numbered = fmt::format("{} #{}", name, use);
    while (!taken.insert(numbered).second) numbered = fmt::format("{} #{}", name, ++use);
    note("name", lines_[i], fmt::format("the name {} is not the first of its kind and becomes {}", config::in_quotes(name), config::in_quotes(numbered)));
    name = numbered;
  }
}

GemmFile ListBuilder::finish(GemmFormat format) {
  if (list_.empty())
    throw InputError(at(0), "no matrix multiplication in the file", fmt::format("at least one row below the header of {}", format_name(format)));
  make_names_distinct();
  GemmFile result{format, std::move(list_), {}};
  for (const Note& note : notes_)
    result.notes.push_back(
        fmt::format("{}: {}{}", to_string(at(note.line)), note.what, note.times > 1 ? fmt::format(" ({} times in the file)", note.times) : ""));
  return result;
}

}  // namespace ngpcsim::workloads
