#include "workloads/apps/path_context.h"

#include <cstdlib>

namespace ngpcsim::workloads {

std::filesystem::path expand_path(std::string_view text, const PathContext& context, std::string_view parameter) {
  constexpr std::string_view kData = "${NGPCSIM_DATA}";
  std::string expanded;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find("${", at);
    expanded += text.substr(at, next - at);
    if (next == std::string_view::npos) break;
    if (!text.substr(next).starts_with(kData))
      throw InputError(context.at(parameter), fmt::format("{} = \"{}\" has an unknown ${{...}}", parameter, text), std::string(kData));
    const char* from_environment = std::getenv("NGPCSIM_DATA");
    expanded += from_environment && *from_environment ? std::string(from_environment) : context.data_dir.string();
    at = next + kData.size();
  }
  const std::filesystem::path path(expanded);
  return path.is_absolute() ? path : (context.base_dir / path).lexically_normal();
}

}  // namespace ngpcsim::workloads
