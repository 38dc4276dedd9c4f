#include "sim/app/display_text.h"

#include <cstdlib>

namespace ngpcsim::app {
namespace {

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  if (from.empty()) return;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
}

}  // namespace

std::string display_text(std::string_view text, const ConfigStore& store) {
  std::string shown(text);
  if (store.root().is_absolute() && std::getenv("NGPCSIM_CONFIGS") == nullptr) replace_all(shown, store.root().string() + "/", "configs/");
  if (std::getenv("NGPCSIM_DATA") == nullptr) replace_all(shown, store.default_data().string() + "/", "${NGPCSIM_DATA}/");
  return shown;
}

}  // namespace ngpcsim::app
