#include "tests/contract/comparison.h"

#include <exception>
#include <span>

#include "tests/naive/nfp.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] std::string differ(const std::string& what, std::uint64_t twin, std::uint64_t model) {
  return twin == model ? "" : fmt::format("{}: twin {}, model {}", what, twin, model);
}

[[nodiscard]] std::string differ(const std::string& what, const std::vector<naive::Edge>& twin, const std::vector<naive::Edge>& model) {
  if (twin.size() != model.size()) return differ("number of " + what, twin.size(), model.size());
  for (std::size_t i = 0; i < twin.size(); ++i) {
    if (twin[i] != model[i]) return differ(fmt::format("{}({})", what, i), twin[i], model[i]);
  }
  return "";
}

[[nodiscard]] std::string differ(const std::vector<naive::Step>& twin, const std::vector<naive::Step>& model) {
  const auto text = [](const naive::Step& s) {
    return fmt::format("edge {} phase {} query {} count {}", s.edge, s.phase, s.first_query, s.count);
  };
  for (std::size_t i = 0; i < std::min(twin.size(), model.size()); ++i) {
    if (twin[i] != model[i]) return fmt::format("step {}: twin {}, model {}", i, text(twin[i]), text(model[i]));
  }
  return differ("number of steps", twin.size(), model.size());
}

[[nodiscard]] std::string differ(std::size_t lane, const naive::LaneResult& twin, const naive::LaneResult& model) {
  const std::string name = fmt::format("lane {} ", lane);
  for (const std::string& found :
       {differ(name + "push", twin.push, model.push), differ(name + "front", twin.front, model.front),
        differ(name + "issue", twin.issue, model.issue), differ(name + "busy", twin.edges.busy, model.edges.busy),
        differ(name + "conflict", twin.edges.conflict, model.edges.conflict),
        differ(name + "output_full", twin.edges.output_full, model.edges.output_full),
        differ(name + "input_empty", twin.edges.input_empty, model.edges.input_empty)}) {
    if (!found.empty()) return found;
  }
  return "";
}

[[nodiscard]] std::string differ(const naive::EdgeCount& twin, const naive::EdgeCount& model) {
  for (const std::string& found :
       {differ("MLP busy", twin.busy, model.busy), differ("MLP output_full", twin.output_full, model.output_full),
        differ("MLP weights", twin.weights, model.weights), differ("MLP dependency", twin.dependency, model.dependency),
        differ("MLP input_empty", twin.input_empty, model.input_empty)}) {
    if (!found.empty()) return found;
  }
  return "";
}

[[nodiscard]] std::string differ(std::size_t number, const naive::LevelCount& twin, const naive::LevelCount& model) {
  const std::string name = fmt::format("level {} ", number);
  for (const std::string& found :
       {differ(name + "passes", twin.passes, model.passes), differ(name + "lookups", twin.lookups, model.lookups), differ(name + "reused", twin.reused, model.reused),
        differ(name + "accesses", twin.accesses, model.accesses), differ(name + "conflicts", twin.conflicts, model.conflicts)}) {
    if (!found.empty()) return found;
  }
  for (std::size_t n = 0; n < twin.by_fullest_bank.size(); ++n) {
    const std::string found = differ(name + fmt::format("passes with {} accesses to one bank", n), twin.by_fullest_bank[n], model.by_fullest_bank[n]);
    if (!found.empty()) return found;
  }
  return "";
}

[[nodiscard]] std::string differ(const naive::NfpResult& twin, const naive::NfpResult& model) {
  for (const std::string& found :
       {differ("length of the run", twin.edges, model.edges), differ("MACs clocked", twin.macs_clocked, model.macs_clocked),
        differ("MACs useful", twin.macs_useful, model.macs_useful),
        differ("weight load", twin.weight_load_edges, model.weight_load_edges),
        differ("direction evaluations", twin.direction_evaluations, model.direction_evaluations),
        differ("number of lanes", twin.lanes.size(), model.lanes.size()), differ("number of levels", twin.levels.size(), model.levels.size())}) {
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace

std::string difference(const naive::NfpResult& twin, const naive::NfpResult& model) {
  for (const std::string& found : {differ("accept", twin.accept, model.accept), differ("join", twin.join, model.join),
                                   differ(twin.steps, model.steps), differ("pop", twin.pop, model.pop), differ(twin, model),
                                   differ(twin.mlp, model.mlp)}) {
    if (!found.empty()) return found;
  }
  for (std::size_t lane = 0; lane < twin.lanes.size(); ++lane) {
    const std::string found = differ(lane, twin.lanes[lane], model.lanes[lane]);
    if (!found.empty()) return found;
  }
  for (std::size_t level = 0; level < twin.levels.size(); ++level) {
    const std::string found = differ(level, twin.levels[level], model.levels[level]);
    if (!found.empty()) return found;
  }
  return "";
}

std::string difference(const Case& c) {
  try {
    return difference(naive::simulate(c.setup, c.stimulus), run_model(c));
  } catch (const std::exception& error) {
    return fmt::format("exception: {}", error.what());
  }
}

std::string shrunk_difference(const Case& c) {
  std::string found = difference(c);
  if (found.empty()) return "";
  Case smallest = c;
  for (std::size_t queries = 1; queries < smallest.stimulus.queries.size(); ++queries) {
    const Case shorter = shortened(c, queries);
    const std::string again = difference(shorter);
    if (again.empty()) continue;
    smallest = shorter;
    found = again;
    break;
  }
  return found + "\n  " + describe(smallest);
}

}  // namespace ngpcsim::contract
