#include "tests/system/record_text.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ngpcsim {
namespace {

std::string frame_text(const models::FrameRecord& f) {
  return fmt::format("frame {}: queries {} pixels {} rays_hit {} probes {} rounds {} launches {} begin {} end {} host_busy {} ngpc_busy {}\n", f.name,
                     f.queries, f.pixels, f.rays_hit, f.probes, f.rounds, f.launches, f.begin_host, f.end_host, f.host_busy, f.ngpc_busy);
}

std::string block_text(std::string_view what, const models::BlockRecord& b) {
  std::vector<std::uint64_t> stalls;
  for (std::size_t r = 0; r < stats::kStallReasons; ++r) stalls.push_back(b.account.stalled(static_cast<stats::StallReason>(r)));
  return fmt::format("{} {}: instances {} active {} busy {} stalls {}\n", what, b.name, b.instances, b.active_cycles, b.account.busy(), fmt::join(stalls, " "));
}

std::string level_text(const models::LevelCounters& l) {
  return fmt::format("level: queries {} lookups {} accesses {} reused {} line_lookups {} line_misses {} histogram {}\n", l.queries, l.lookups, l.accesses, l.reused, l.line_lookups, l.line_misses,
                     fmt::join(l.conflict_histogram, " "));
}

}  // namespace

std::string record_text(const models::RunRecord& r) {
  std::string text = fmt::format("nfps {} khz {} {} {} cycles {} {} {} queries {}\n", r.nfps, r.ngpc_khz, r.host_khz, r.memory_khz, r.ngpc_cycles,
                                 r.memory_cycles, r.host_cycles, r.queries);
  for (const auto& frame : r.frames) text += frame_text(frame);
  for (const auto& block : r.blocks) text += block_text("kind", block);
  for (const auto& block : r.instances) text += block_text("instance", block);
  for (const auto& level : r.levels) text += level_text(level);
  text += fmt::format("beats {} evaluations {} steps {} weights {} macs {} {}\n", r.feature_beats, r.direction_evaluations, r.mlp_steps, r.weights_loaded,
                      r.macs.useful, r.macs.clocked);
  text += fmt::format("memory {} {} tables {} {} batches {} records {} {} peak {}\n", r.memory_read_bytes, r.memory_write_bytes, r.table_load_bytes,
                      r.table_write_bytes, r.batches, r.input_record_bytes, r.output_record_bytes, r.peak_queries_in_flight);
  text += fmt::format("idealised {} warnings {} interrupted {}\n", fmt::join(r.idealised, "; "), fmt::join(r.warnings, "; "), r.interrupted);
  return text;
}

}  // namespace ngpcsim
