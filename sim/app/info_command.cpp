#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "models/host/params.h"
#include "sim/app/application.h"
#include "sim/app/commands.h"
#include "sim/app/dram/trace_reader.h"
#include "sim/app/scene_file_text.h"
#include "sim/app/workload_config.h"
#include "sim/config/load.h"
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

std::string npy_text(const fs::path& path) {
  const workloads::NpyTable table(path);
  std::string text = fmt::format("{}: a NumPy array\n", path.string());
  text += line("shape", fmt::format("({}, {})", table.rows(), table.columns()));
  text += line("dtype", table.header().descr == "<f4" ? "float32" : "float64");
  text += line("would run", fmt::format("as {} of {} dimensions, or 3-D directions, of a workload of application queries:", counted(table.rows(), "position"), table.columns()));
  text += fmt::format("    <workload application=\"queries\">\n      <positions value=\"{}\"/>\n{}    </workload>\n", path.filename().string(),
                      table.columns() == 2 ? "      <encoding><dims value=\"2\"/></encoding>\n" : "");
  return text + line("", "with an <encoding> and a <network>, which no array says (docs/file_formats.md)");
}

/// The first line that is neither empty nor a comment is a memory request.
bool is_request_trace(const fs::path& path) {
  try {
    return TraceReader(path).next().has_value();
  } catch (const InputError&) {
    return false;
  }
}

std::string request_text(const fs::path& path) {
  TraceReader reader(path);
  std::uint64_t reads = 0, writes = 0;
  while (const std::optional<TraceRequest> request = reader.next()) ++(request->write ? writes : reads);
  return fmt::format("{}: memory requests, {}\n", path.string(), dialect_name(reader.dialect().value())) + line("reads", fmt::format("{}", reads)) + line("writes", fmt::format("{}", writes)) +
         line("would run", fmt::format("ngpcsim dram {} --config DEVICE", path.string()));
}

/// Kinds of configurations: root element, attributes beside name and base, what takes them.
struct ConfigurationKind {
  std::string_view element;
  std::vector<std::string_view> attributes;
  std::string_view use;
};
const std::array<ConfigurationKind, 6> kConfigurations{{{"chip", {"machine"}, "as CHIP of ngpcsim run"},
                                                        {"workload", {"application"}, "as WORKLOAD of ngpcsim run"},
                                                        {"gpu", {}, "with ngpcsim run --gpu"},
                                                        {"energy", {}, "as the table that chip.energy names"},
                                                        {"dram", {"protocol"}, "with ngpcsim dram --config, or as the DRAM that a chip names"},
                                                        {"study", {}, "with ngpcsim reproduce"}}};

/// The first element of a text that begins as XML, after declarations and comments.
std::string_view root_element(std::string_view start) {
  std::size_t at = start.find('<');
  while (at != std::string_view::npos && at + 1 < start.size() && (start[at + 1] == '?' || start[at + 1] == '!')) {
    const std::string_view end = start.substr(at).starts_with("<!--") ? "-->" : ">";
    at = start.find(end, at);
    if (at != std::string_view::npos) at = start.find('<', at);
  }
  if (at == std::string_view::npos) return {};
  return start.substr(at + 1, start.find_first_of(" \t\r\n/>", at) - at - 1);
}

std::string configuration_text(const fs::path& path, std::string_view start) {
  const std::string_view element = root_element(start);
  for (const ConfigurationKind& kind : kConfigurations) {
    if (kind.element != element) continue;
    const config::ConfigDocument document = config::load(path.string(), {.element = kind.element, .attributes = kind.attributes});
    return fmt::format("{}: a configuration, {}\n", path.string(), element) + line("name", document.name()) + line("would run", std::string(kind.use));
  }
  throw InputError({path.string(), 1}, fmt::format("XML with the root element \"{}\"", element.substr(0, 40)), "chip, workload, gpu, energy, dram or study");
}

std::string gemm_text(const fs::path& path) {
  std::string text;
  for (const std::string& part : workloads::describe_gemm_file(path)) text += part + "\n";
  return text;
}

std::string start_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string start(4096, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

/// Whatever is nothing else is read as a list of multiplications, whose readers say what it cannot be.
std::string text_of(const fs::path& path, bool verify) {
  const std::string start = start_of(path);
  if (start.starts_with(trace::kMagic)) return trace_text(path, verify);
  if (std::optional<std::string> scene = scene_file_text(path)) return std::move(*scene);
  if (workloads::is_npy(start)) return npy_text(path);
  if (start.starts_with("<") || start.starts_with("\xEF\xBB\xBF<")) return configuration_text(path, start);
  if (is_request_trace(path)) return request_text(path);
  return gemm_text(path);
}

}  // namespace

ExitCode info_command(const std::string& file, bool verify, const Console& console) {
  console.out << text_of(file, verify);
  return ExitCode::kDone;
}

}  // namespace ngpcsim::app
