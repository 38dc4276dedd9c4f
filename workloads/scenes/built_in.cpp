#include "workloads/scenes/built_in.h"

#include <array>

#include "workloads/scenes/demo_plaza.h"
#include "workloads/scenes/demo_terrace.h"

namespace ngpcsim::workloads {
namespace {

struct Entry {
  std::string_view name;
  BuiltInScene (*make)();
};
constexpr std::array<Entry, 3> kScenes{{{"pavilion", pavilion_scene}, {"plaza", plaza_scene}, {"terrace", terrace_scene}}};

}  // namespace

std::vector<std::string> built_in_scene_names() {
  std::vector<std::string> names;
  for (const Entry& scene : kScenes) names.emplace_back(scene.name);
  return names;
}

BuiltInScene make_built_in_scene(std::string_view name, const InputLocation& where) {
  for (const Entry& scene : kScenes)
    if (scene.name == name) return scene.make();
  std::string known;
  for (const std::string& each : built_in_scene_names()) known += (known.empty() ? "" : ", ") + each;
  throw InputError(where, fmt::format("no built-in scene \"{}\"", name), known);
}

}  // namespace ngpcsim::workloads
