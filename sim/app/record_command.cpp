#include <filesystem>

#include <fmt/format.h>

#include "sim/app/commands.h"
#include "sim/app/display_text.h"
#include "sim/app/interrupt.h"
#include "sim/app/progress.h"
#include "sim/app/workload_config.h"
#include "sim/config/text.h"
#include "workloads/gemm/gemm_params.h"
#include "workloads/trace/gemm_trace.h"
#include "workloads/trace/query_recorder.h"

namespace ngpcsim::app {
namespace {

namespace trace = workloads::trace;

/// The workload as a trace embeds it. Where values came from is said as users see it, so that the bytes do not depend on where the project lies.
std::string embedded_xml(const ConfigRoots& roots, const ConfigStore& store) {
  config::ResolvedRoot root = roots.all().front();
  for (const config::ParamInfo& param : root.params) {
    config::Provenance::Entry entry = root.provenance.of(param.path);
    entry.origin = display_text(entry.origin, store);
    root.provenance.add(param.path, std::move(entry));
  }
  return config::resolved_xml(root);
}

trace::Compression compression_of(const RecordOptions& options) {
  if (options.compression == "none") return trace::Compression::kNone;
  return options.compression == "zlib" ? trace::Compression::kDeflate : trace::Compression::kZstd;
}

std::string size_text(const std::filesystem::path& file) {
  std::error_code error;
  return fmt::format("{:.1f} MB", static_cast<double>(std::filesystem::file_size(file, error)) / 1e6);
}

models::RunProgress as_run(const trace::RecordProgress& p) {
  return {.frame = p.frame, .frames = p.frames, .pixels_done = p.frame * p.rays + p.rays_done, .pixels = p.frames * p.rays, .queries_done = p.queries};
}

ExitCode record_frames(const RecordOptions& options, const std::filesystem::path& file, const ConfigStore& store, const Console& console) {
  ConfigRoots roots(options.set, {"workload"});
  const WorkloadParams params = load_workload(roots, file, options.set, store);
  if (params.application == Application::kNerf && params.nerf.min_transmittance > 0.0)
    throw InputError(roots.where("workload.min_transmittance"), fmt::format("min_transmittance = {}: how many queries a ray gives then depends on the rounds of a chip, which a trace does not know", params.nerf.min_transmittance), "0");
  const OpenedWorkload workload = open_workload(params, roots, file, store);
  ProgressMeter meter(console.err, console.err_is_terminal && !options.quiet);
  const InterruptGuard interrupt;
  const trace::QueryRecording recording{.workload_xml = embedded_xml(roots, store),
                                        .frames = std::min(options.frames.value_or(workload.source->frames()), workload.source->frames()),
                                        .source_frames = workload.source_frames,
                                        .aabb_scale = workload.aabb_scale,
                                        .group_limit = workload.group_limit,
                                        .compression = compression_of(options),
                                        .progress = [&](const trace::RecordProgress& progress) {
                                          meter.update([&progress](double seconds) { return progress_line(as_run(progress), seconds); });
                                          return !interrupt.requested();
                                        }};
  trace::QueryIndex index;
  const bool complete = trace::record_queries(*workload.source, recording, options.out, index);
  meter.finish();
  if (!complete) {
    console.err << "ngpcsim: interrupted; " << options.out << " was not written\n";
    return ExitCode::kInterrupted;
  }
  const auto queries = static_cast<double>(index.queries());
  std::error_code error;
  const auto bytes = static_cast<double>(std::filesystem::file_size(options.out, error));
  if (!options.quiet)
    console.out << fmt::format("{}: {} frame{}, {} queries, {}, {:.2f} bytes per query\n", options.out, index.frames.size(), index.frames.size() == 1 ? "" : "s",
                               index.queries(), size_text(options.out), queries > 0 ? bytes / queries : 0.0);
  return ExitCode::kDone;
}

ExitCode record_gemms(const RecordOptions& options, const std::filesystem::path& file, const ConfigStore& store, const Console& console) {
  if (options.frames) throw InputError({.file = "--frames"}, "a GEMM list has no frames", "a workload of another application");
  refuse_sets_of_a_trace(file, options.set);
  ConfigRoots roots(options.set, {"workload"});
  const auto params = roots.take<workloads::GemmParams>(load_workload_document(file));
  trace::GemmTrace recorded;
  if (trace::is_trace(file)) {
    recorded = trace::read_gemm_trace(trace::TraceFile(file));
  } else {
    const workloads::PathContext context{.base_dir = file.parent_path(),
                                         .data_dir = store.default_data(),
                                         .locate = [&roots](std::string_view parameter) { return roots.where(config::join_path("workload", parameter)); }};
    recorded.list = workloads::make_gemm_list(params, context, recorded.notes);
  }
  trace::write_gemm_trace(options.out, embedded_xml(roots, store), recorded, compression_of(options));
  if (!options.quiet)
    console.out << fmt::format("{}: {} multiplication{}, {}\n", options.out, recorded.list.size(), recorded.list.size() == 1 ? "" : "s", size_text(options.out));
  return ExitCode::kDone;
}

}  // namespace

ExitCode record_command(const RecordOptions& options, const ConfigStore& store, const Console& console) {
  const std::filesystem::path file = store.find(ConfigKind::kWorkload, options.workload, {.file = "WORKLOAD"});
  return application_of(load_workload_document(file)) == Application::kGemm ? record_gemms(options, file, store, console) : record_frames(options, file, store, console);
}

}  // namespace ngpcsim::app
