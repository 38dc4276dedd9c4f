#include "sim/app/summary.h"

#include <fmt/format.h>

#include "sim/app/bars.h"
#include "sim/app/bottleneck.h"
#include "sim/app/memory_text.h"
#include "sim/app/summary_parts.h"

namespace ngpcsim::app {
namespace {

double number(const Json& result, const char* key) { return result.at(key).get<double>(); }

std::string heading(const Json& r) {
  const auto frames = r.at("frame_count").get<std::uint64_t>();
  std::string text = fmt::format("{} on {}: {} {}, {} queries", r.at("chip").get<std::string>(), r.at("workload").get<std::string>(), frames,
                                 frames == 1 ? "frame" : "frames", r.at("queries").get<std::uint64_t>());
  if (!r.at("queries_per_pixel").is_null()) text += fmt::format(", {:.1f} per pixel", number(r, "queries_per_pixel"));
  return text + (r.at("status") == "interrupted" ? " (INTERRUPTED: what was done until then)\n\n" : "\n\n");
}

std::string times(const Json& r) {
  if (r.at("frame_ms").is_null()) return line("frame", "none was finished");
  return line("frame", fmt::format("{:.3f} ms = {:.1f} FPS  ({} NGPC cycles at {:.3f} GHz in all)", number(r, "frame_ms"), number(r, "fps"),
                                   r.at("cycles").get<std::uint64_t>(), number(r, "clock_ghz"))) +
         line("", fmt::format("host GPU {:.3f} ms, NGPC {:.3f} ms; one after the other {:.3f} ms; {} rounds", number(r, "host_ms"), number(r, "ngpc_ms"),
                              number(r, "frame_ms_serial"), r.at("rounds").get<std::uint64_t>()));
}

std::string sequence(const Json& s) {
  if (s.is_null()) return {};
  const Json& missed = s.at("missed_deadlines");
  return line("sequence", fmt::format("half of the frames within {:.3f} ms, 95 % within {:.3f} ms, 99 % within {:.3f} ms, the longest {:.3f} ms", number(s, "p50_ms"), number(s, "p95_ms"),
                                      number(s, "p99_ms"), number(s, "max_ms"))) +
         line("", fmt::format("{} of {} too late for 72 Hz, {} for 90 Hz, {} for 120 Hz", missed.at("72_hz").get<std::uint64_t>(), s.at("frames").get<std::uint64_t>(),
                              missed.at("90_hz").get<std::uint64_t>(), missed.at("120_hz").get<std::uint64_t>()));
}

std::string grid_cache(const Json& blocks) {
  if (!blocks.contains("encoding_engine") || blocks.at("encoding_engine").at("grid_cache").is_null()) return {};
  const Json& cache = blocks.at("encoding_engine").at("grid_cache");
  if (cache.at("hit_rate").is_null()) return {};
  double worst = 1.0;
  std::size_t worst_level = 0;
  for (const Json& level : blocks.at("encoding_engine").at("levels"))
    if (!level.at("hit_rate").is_null() && number(level, "hit_rate") < worst) {
      worst = number(level, "hit_rate");
      worst_level = level.at("level").get<std::size_t>();
    }
  return line("grid cache", fmt::format("{:.2f} % of look-ups hit, level {} {:.2f} %; {:.1f} MB fetched", 100.0 * number(cache, "hit_rate"), worst_level, 100.0 * worst,
                                        number(cache, "fetched_bytes") / 1e6));
}

std::string paging(const Json& blocks) {
  if (!blocks.contains("page_sweep") || blocks.at("page_sweep").is_null()) return {};
  const Json& p = blocks.at("page_sweep").at("paging");
  double visits = 0.0, passes = 0.0;
  std::size_t levels = 0;
  for (const Json& level : blocks.at("encoding_engine").at("levels")) {
    if (level.at("page_visits").is_null()) continue;
    ++levels;
    visits += number(level, "page_visits");
    passes += number(level, "queries");
  }
  if (levels == 0) return {};
  return line("pages", fmt::format("{} levels in pages of {:.0f} KiB, {:.0f} in an SRAM; a query visits {:.2f} a level", levels, number(p, "page_bytes") / 1024.0, number(p, "frames"), visits / passes)) +
         line("", fmt::format("{:.1f} MB read for {:.1f} MB in the SRAMs; {:.1f} % of the pages of a sweep were there", number(p, "read_bytes") / 1e6, number(p, "delivered_bytes") / 1e6,
                              100.0 * number(p, "hits") / number(p, "uses")));
}

std::string image(const Json& i) {
  if (i.is_null()) return {};
  return line("image", fmt::format("{}, {} x {} pixels, features of {}: {}", i.at("frame").get<std::string>(), i.at("width").get<std::uint64_t>(), i.at("height").get<std::uint64_t>(),
                                   i.at("features").get<std::string>(), i.at("psnr_db").is_null() ? "as in fp32" : fmt::format("PSNR {:.1f} dB against fp32", number(i, "psnr_db"))));
}

/// Loads of tables and weights before frames: what memory gave for what the NFPs took.
std::string table_loads(const Json& memory) {
  if (!memory.contains("table_load_bytes") || number(memory, "table_load_bytes") == 0.0) return {};
  return line("tables", fmt::format("{:.1f} MB read from memory for {:.1f} MB written into the NFPs, before frames", number(memory, "table_load_bytes") / 1e6, number(memory, "table_write_bytes") / 1e6));
}

std::string power(const Json& r) {
  if (r.at("power_w").is_null()) return {};
  const Json& p = r.at("power");
  std::string text = line("power", fmt::format("{:.1f} W = NGPC {:.2f} W + DRAM {:.2f} W + host GPU {:.1f} W", number(r, "power_w"), number(p, "ngpc_w"),
                                               number(p, "dram_w"), number(p, "host_gpu_w")));
  if (!r.at("nj_per_query").is_null())
    text += line("energy", fmt::format("{:.2f} mJ per frame, {:.2f} nJ per query", number(r, "energy_mj"), number(r, "nj_per_query")));
  return text + line("area", fmt::format("{:.2f} mm2, {:.2f} % of the {} die; NGPC power {:.2f} % of its TDP", number(r, "area_mm2"),
                                         number(r.at("gpu"), "ngpc_area_percent"), r.at("gpu").at("name").get<std::string>(),
                                         number(r.at("gpu"), "ngpc_power_percent")));
}

std::string over(const Json& r, const char* key, std::string_view what) { return r.at(key).is_null() ? std::string() : fmt::format(", {:.2f} x {}", number(r, key), what); }

std::string speedup(const Json& r) {
  const Json& gpu = r.at("gpu");
  const std::string name = gpu.at("name").get<std::string>() + (gpu.at("software").is_null() ? "" : " with " + gpu.at("software").get<std::string>());
  if (r.at("speedup").is_null()) return line("speedup", fmt::format("none over {}: {}", name, gpu.at("reason").is_null() ? "no frame" : gpu.at("reason").get<std::string>()));
  std::string text = line("speedup", fmt::format("{:.2f} x over {} ({:.2f} ms, {})", number(r, "speedup"), name, number(gpu, "frame_ms"), gpu.at("times").get<std::string>()) +
                                         over(r, "speedup_vs_fused_gpu", "with its rest fused") + over(r, "speedup_vs_jit_gpu", "with ngp-jit"));
  if (const Json& larger = gpu.at("equal_area"); !larger.is_null())
    text += line("", fmt::format("{:.2f} x over that GPU with ngp-jit and the NGPC's area as L2, {:.1f} MiB ({:.2f} ms)", number(r, "speedup_vs_equal_area_gpu"), number(larger, "l2_mib"),
                                 number(larger, "jit_frame_ms")));
  if (!r.at("amdahl_bound").is_null())
    text += line("", fmt::format("bound for any accelerator of encoding and MLP: {:.2f} x; {}", number(r, "amdahl_bound"), gpu.at("source").get<std::string>()));
  return text;
}

}  // namespace

std::string summary_text(const Json& r) {
  std::string text = heading(r) + times(r) + sequence(r.at("sequence")) + power(r) + speedup(r);
  if (const std::string limit = bottleneck_text(r); !limit.empty()) text += line("bottleneck", limit);
  if (const std::string memory = memory_text(r.at("memory")); !memory.empty()) text += line("memory", memory);
  text += table_loads(r.at("memory")) + grid_cache(r.at("blocks")) + paging(r.at("blocks")) + image(r.at("image"));
  text += "\nwhere the cycles of each block went\n" + stall_bars(r.at("blocks"));
  const Json& blocks = r.at("blocks");
  if (blocks.contains("encoding_engine")) {
    const std::string levels = level_bars(blocks.at("encoding_engine"));
    if (!levels.empty()) text += "\nbank conflicts: cycles that a level's grid SRAM takes per query\n" + levels;
  }
  return text + "\n" + list_of("idealised", r.at("idealised")) + list_of("warning", r.at("warnings")) + list_of("assumed", r.at("assumptions"));
}

}  // namespace ngpcsim::app
