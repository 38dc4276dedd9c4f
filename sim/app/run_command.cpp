#include <chrono>
#include <memory>

#include "sim/app/assertion.h"
#include "sim/app/commands.h"
#include "sim/app/display_text.h"
#include "sim/app/frame_plot.h"
#include "sim/app/gemm/gemm_command.h"
#include "sim/app/image/run_picture.h"
#include "sim/app/interrupt.h"
#include "sim/app/output_folder.h"
#include "sim/app/plot/power_plot.h"
#include "sim/app/progress.h"
#include "sim/app/resolved_config.h"
#include "sim/app/result/gpu_figures.h"
#include "sim/app/result/run_result.h"
#include "sim/app/run_inputs.h"
#include "sim/app/run_report.h"
#include "sim/app/run_watchers.h"
#include "sim/app/stats_json.h"
#include "sim/app/summary.h"
#include "sim/app/timeline.h"
#include "sim/app/workload_config.h"

namespace ngpcsim::app {
namespace {

struct FrameSimulation {
  models::RunRecord record;
  double wall_s = 0.0;
};

FrameSimulation simulate(const RunConfig& config, const RunInputs& inputs, const RunOptions& options, models::online::Factory* rtl, ProgressMeter meter,
                    const RunWatchers& watchers, RequestExports& exports) {
  models::ChipSetup setup = chip_setup(config, inputs, options.seed);
  setup.rtl = rtl;
  models::check_setup(setup);
  exports.watch(setup.dram, setup.chip.memory);
  const InterruptGuard interrupt;
  models::RunHooks hooks{.progress = [&](const models::RunProgress& progress) {
    meter.update([&progress](double seconds) { return progress_line(progress, seconds); });
    return !interrupt.requested();
  }};
  hooks.round = watchers.round_hook();
  hooks.request = watchers.request_hook(exports);
  hooks.timeline = watchers.timeline;
  const auto start = std::chrono::steady_clock::now();
  FrameSimulation simulation{models::run_chip(setup, *inputs.source, inputs.frames, hooks), 0.0};
  simulation.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  meter.finish();
  return simulation;
}

/// The RTL of the run; null where the chip has none, or the build.
std::unique_ptr<models::online::Factory> make_rtl(const RunConfig& config, const rtl::Waves& waves, const RtlMaker& make) {
  const bool asked = models::asks_for_rtl(config.chip.nfp).has_value();
  if (!waves.file.empty()) {
    if (!asked)
      throw InputError({.file = "--waves"}, "no block of the chip is RTL", "together with --set chip.nfp.implementation=rtl, or that of a block in it");
    require_writable_file(waves.file, "--waves");
  }
  return asked && make ? make(waves) : nullptr;
}

/// Nothing where Ctrl-C ended it.
std::optional<RunPicture> draw_first_frame(const RunConfig& config, const ConfigStore& store, const RunInputs& inputs, ProgressMeter meter) {
  const InterruptGuard interrupt;
  auto picture = draw_run(config, store, inputs.levels, inputs.frames.front(), [&](double done) {
    meter.update([done](double seconds) { return picture_progress_line(done, seconds); });
    return !interrupt.requested();
  });
  meter.finish();
  return picture;
}

/// What depends on the machine that simulated.
Json host_json(const FrameSimulation& simulation) {
  const auto queries = static_cast<double>(simulation.record.queries);
  return {{"wall_s", simulation.wall_s}, {"simulated_queries_per_s", simulation.wall_s > 0.0 ? Json(queries / simulation.wall_s) : Json(nullptr)}};
}

std::string host_line(const FrameSimulation& simulation) {
  return fmt::format("  simulated   {:.2f} s on this machine, {:.2f} M queries/s\n", simulation.wall_s,
                     simulation.wall_s > 0.0 ? static_cast<double>(simulation.record.queries) / simulation.wall_s / 1e6 : 0.0);
}

/// The run is over: what is still open, after an interrupt, ends with it.
OutputFile timeline_file(events::Recorder& timeline, const BandwidthSeries& bandwidth, const RunConfig& config, const models::RunRecord& record) {
  timeline.close(ClockDomain(record.ngpc_khz), record.ngpc_cycles);
  timeline.close(ClockDomain(record.host_khz), record.host_cycles);
  return {"timeline.json", timeline_json(timeline, {{"chip", config.chip_name()}, {"workload", config.workload_name()}}, bandwidth.samples())};
}

ExitCode run_frames_command(const RunOptions& options, const ConfigStore& store, const Console& console, const RtlMaker& rtl) {
  for (const std::string& expression : options.assertions) require_comparison(expression);
  if (options.timeline && options.out.empty()) throw InputError({.file = "--timeline"}, "no folder for timeline.json", "--timeline together with --out DIR");
  RunConfig config = load_run_config(options, store);
  RunInputs inputs = open_inputs(config, store, options.frames);
  settle_grid_sram(config, inputs);
  if (!options.out.empty()) require_writable(options.out);
  if (asks_for(options, kExportScalesim)) throw InputError({.file = "--export"}, "scalesim reports multiplications, and there are none", "a workload of application gemm");
  RequestExports exports(options);
  const std::unique_ptr<models::online::Factory> rtl_blocks = make_rtl(config, options.waves, rtl);
  if (!options.image.empty()) {
    require_picture(config);
    require_writable_file(options.image, "--image");
  }
  std::optional<ValueDigest> values;
  if (options.functional) values.emplace(config, inputs.levels);
  std::optional<LaunchSample> launches;
  if (times_of_run(config) == gpu::Times::kModelled) launches.emplace(config.gpu.baseline.sampled_queries);
  std::optional<events::Recorder> timeline;
  std::optional<BandwidthSeries> bandwidth;
  if (options.timeline) {
    timeline.emplace(options.timeline_limit);
    bandwidth.emplace(config.chip.memory.clock_khz);
  }
  const FrameSimulation simulation =
      simulate(config, inputs, options, rtl_blocks.get(), ProgressMeter(console.err, console.err_is_terminal && !options.quiet),
               {.values = values ? &*values : nullptr, .launches = launches ? &*launches : nullptr, .timeline = timeline ? &*timeline : nullptr, .bandwidth = bandwidth ? &*bandwidth : nullptr}, exports);
  const models::RunRecord& record = simulation.record;
  if (record.queries == 0 && !record.interrupted)
    throw InputError({.file = "WORKLOAD"}, fmt::format("{} gives no query", config.workload_name()), "a workload whose cameras see the scene");

  std::optional<RunPicture> picture;
  if (!options.image.empty() && !record.interrupted)
    picture = draw_first_frame(config, store, inputs, ProgressMeter(console.err, console.err_is_terminal && !options.quiet));
  Json result = run_result({.config = config, .levels = inputs.levels, .aabb_scale = inputs.aabb_scale, .record = record, .seed = options.seed, .launches = launches ? &*launches : nullptr, .warnings = inputs.warnings});
  if (picture) result["image"] = image_json(config, inputs.source->frame_name(inputs.frames.front()), *picture);
  if (options.told && !record.interrupted) options.told(result);
  const std::string summary = summary_text(result) + (values ? values->line() : "") + host_line(simulation);
  if (!options.out.empty()) {
    std::vector<OutputFile> files{{"result.json", pretty(result)},
                                  {"config.xml", display_text(resolved_config(config, inputs.levels), store)},
                                  {"stats.json", pretty(stats_json(record))},
                                  {"host.json", pretty(host_json(simulation))},
                                  {"summary.txt", summary}};
    if (!result.at("sequence").is_null()) files.push_back({"frames.svg", frame_plot_svg(result)});
    for (OutputFile& plot : power_plots(result)) files.push_back(std::move(plot));
    if (values) files.push_back({"values.json", pretty(values->json())});
    if (timeline) {
      files.push_back(timeline_file(*timeline, *bandwidth, config, record));
      files.push_back({"series.json", pretty({{"bandwidth", bandwidth->json()}})});
    }
    write_output(options.out, files);
    exports.finish();
  }
  if (picture) write_png(picture->picture, options.image);
  const bool interrupted = record.interrupted || (!options.image.empty() && !picture);
  if (timeline && timeline->dropped() > 0) console.err << "ngpcsim: " << timeline_warning(*timeline) << '\n';
  if (options.print.empty() && !options.quiet) console.out << summary;
  console.out << printed_keys(options.print, result) << std::flush;
  const ExitCode assertions = report_assertions(options, result, console.err);
  if (!options.image.empty() && !picture) console.err << "ngpcsim: interrupted; no picture was written\n";
  if (record.interrupted) console.err << "ngpcsim: interrupted; partial results" << (options.out.empty() ? "" : " were written to " + options.out) << '\n';
  return interrupted ? ExitCode::kInterrupted : assertions;
}

}  // namespace

ExitCode run_command(const RunOptions& options, const ConfigStore& store, const Console& console, const RtlMaker& rtl) {
  if (application_of(load_workload_document(store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"}))) == Application::kGemm) return run_gemm_command(options, store, console);
  return run_frames_command(options, store, console, rtl);
}

}  // namespace ngpcsim::app
