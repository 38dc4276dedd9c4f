#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "models/host/params.h"
#include "sim/app/application.h"
#include "sim/app/commands.h"
#include "sim/app/scene_file_text.h"
#include "sim/app/workload_config.h"
#include "workloads/gemm/gemm_report.h"
#include "workloads/import/npy.h"
#include "workloads/trace/gemm_trace.h"
#include "workloads/trace/trace_source.h"

namespace ngpcsim::app {
namespace {

namespace fs = std::filesystem;
namespace trace = workloads::trace;

std::string line(std::string_view label, const std::string& value) { return fmt::format("  {:<12}{}\n", label, value); }

std::string counted(std::uint64_t number, std::string_view what) { return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s"); }

/// Everything of a trace is read as a chip of default parameters would: groups and rounds are those of such a chip.
std::string verified(const trace::TraceSource& source, Application application) {
  models::HostParams host;
  host.max_steps_per_round = std::min(host.max_steps_per_round, most_steps_per_round(application));
  std::uint64_t groups = 0, rounds = 0, queries = 0, probes = 0;
  stream::Queries buffer;
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    const std::unique_ptr<stream::Frame> frame = source.open_frame(f);
    while (const std::unique_ptr<stream::RayGroup> group = frame->next_group(host.rays_per_group)) {
      ++groups;
      while (group->rays_alive() > 0) {
        const auto round = group->next_round_in(models::steps_of_round(host, group->rays_alive()), buffer);
        rounds += round.work.queries > 0 ? 1 : 0;
        queries += round.work.queries;
        probes += round.work.probes;
      }
    }
  }
  if (queries != source.index().queries() || probes != source.index().probes())
    throw InputError({.file = "FILE"}, fmt::format("the trace holds {} queries and {} look-ups, its index says {} and {}", queries, probes, source.index().queries(), source.index().probes()));
  return line("groups", fmt::format("{} of at most {} rays (chip.host.rays_per_group)", groups, host.rays_per_group)) +
         line("rounds", fmt::format("{} (other chip.host parameters give others)", rounds)) + line("verified", "all checksums and positions");
}

std::string queries_text(const std::shared_ptr<const trace::TraceFile>& file, Application application, bool verify) {
  const trace::TraceSource source(file);
  const trace::QueryIndex& index = source.index();
  const std::uint64_t queries = index.queries();
  std::string text = line("frames", index.frames.size() == index.source_frames ? fmt::format("{}", index.frames.size()) : fmt::format("{} of {}", index.frames.size(), index.source_frames));
  text += line("rays", fmt::format("{}", index.rays()));
  text += line("queries", fmt::format("{}", queries));
  text += line("look-ups", fmt::format("{} of the occupancy grid", index.probes()));
  text += line("chunks", fmt::format("{} of rays, {} rays and {} queries each on average", index.chunks(), index.rays() / std::max<std::uint64_t>(index.chunks(), 1),
                                     queries / std::max<std::uint64_t>(index.chunks(), 1)));
  text += line("size", fmt::format("{} bytes, {:.2f} per query", file->bytes(), queries > 0 ? static_cast<double>(file->bytes()) / static_cast<double>(queries) : 0.0));
  if (verify) return text + verified(source, application);
  return text + line("groups", fmt::format("of at most {} rays; with --verify they and their rounds are counted", std::min<std::uint64_t>(index.group_limit, models::HostParams{}.rays_per_group)));
}

std::string gemms_text(const trace::TraceFile& file) {
  const trace::GemmTrace recorded = trace::read_gemm_trace(file);
  double macs = 0.0;
  for (const stream::Gemm& gemm : recorded.list) macs += static_cast<double>(gemm.m) * static_cast<double>(gemm.n) * static_cast<double>(gemm.k) * static_cast<double>(gemm.batch);
  return line("multiplied", fmt::format("{}, {:.4g} multiply-accumulates", counted(recorded.list.size(), "multiplication"), macs)) +
         line("notes", fmt::format("{}", recorded.notes.size())) + line("size", fmt::format("{} bytes", file.bytes()));
}

std::string trace_text(const fs::path& path, bool verify) {
  const auto file = std::make_shared<const trace::TraceFile>(path);
  const config::ConfigDocument workload = load_workload_document(path);
  const bool queries = file->kind() == trace::Kind::kQueries;
  std::string text = fmt::format("{}: a trace of {}, version {}\n", path.string(), queries ? "queries" : "multiplications", file->version());
  text += line("workload", fmt::format("{}, application {}", workload.name(), config::name_of(kApplications, application_of(workload))));
  return text + (queries ? queries_text(file, application_of(workload), verify) : gemms_text(*file));
}

std::string npy_text(const fs::path& path, bool /*verify*/) {
  const workloads::NpyTable table(path);
  std::string text = fmt::format("{}: a NumPy array\n", path.string());
  text += line("shape", fmt::format("({}, {})", table.rows(), table.columns()));
  text += line("dtype", table.header().descr == "<f4" ? "float32" : "float64");
  text += line("would run", fmt::format("as {} of {} dimensions, or 3-D directions, of a workload of application queries:", counted(table.rows(), "position"), table.columns()));
  text += fmt::format("    <workload application=\"queries\">\n      <positions value=\"{}\"/>\n{}    </workload>\n", path.filename().string(),
                      table.columns() == 2 ? "      <encoding><dims value=\"2\"/></encoding>\n" : "");
  return text + line("", "with an <encoding> and a <network>, which no array says (docs/file_formats.md)");
}

std::string gemm_text(const fs::path& path, bool /*verify*/) {
  std::string text;
  for (const std::string& part : workloads::describe_gemm_file(path)) text += part + "\n";
  return text;
}

/// A kind of file: how it begins, and what there is to say of it. The first that fits; the last takes what is left, and says what it cannot be.
struct FileKind {
  bool (*fits)(std::string_view start);
  std::string (*text)(const fs::path& path, bool verify);
};
constexpr std::array<FileKind, 3> kFileKinds{{
    {[](std::string_view start) { return start.starts_with(trace::kMagic); }, trace_text},
    {workloads::is_npy, npy_text},
    {[](std::string_view) { return true; }, gemm_text},
}};

std::string start_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string start(16, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

}  // namespace

ExitCode info_command(const std::string& file, bool verify, const Console& console) {
  const std::string start = start_of(file);
  if (const auto scene = start.starts_with(trace::kMagic) ? std::nullopt : scene_file_text(file)) {
    console.out << *scene;
    return ExitCode::kDone;
  }
  for (const FileKind& kind : kFileKinds) {
    if (!kind.fits(start)) continue;
    console.out << kind.text(file, verify);
    return ExitCode::kDone;
  }
  return ExitCode::kBadInput;
}

}  // namespace ngpcsim::app
