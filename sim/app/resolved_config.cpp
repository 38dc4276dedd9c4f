#include "sim/app/resolved_config.h"

#include "sim/config/number.h"

namespace ngpcsim::app {

std::string resolved_config(const RunConfig& config, std::span<const models::GridLevel> levels) {
  std::string comment = "<!-- Levels of the run (scale, resolution in vertices per axis, table entries):\n";
  for (std::size_t l = 0; l < levels.size(); ++l)
    comment += fmt::format("     level {}: scale {}, resolution {}, entries {}, {}\n", l, config::print_real(levels[l].scale), levels[l].resolution,
                           levels[l].entries, levels[l].hashed ? "hashed" : "direct");
  comment += "-->\n";
  std::string xml = config::resolved_xml(config.roots.all());
  const std::size_t declaration_end = xml.find('\n') + 1;
  return xml.insert(declaration_end, comment);
}

}  // namespace ngpcsim::app
