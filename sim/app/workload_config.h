#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
#include "sim/app/workload_params.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::app {

/// Where the paths of the workload of `file` start, and which lines its parameters stand in. Keeps a reference to `roots`.
[[nodiscard]] workloads::PathContext path_context(const ConfigRoots& roots, const std::filesystem::path& file, const ConfigStore& store);

/// The workload of a file as a document: an XML file, or a trace (docs/file_formats.md), which embeds the workload that was recorded.
[[nodiscard]] config::ConfigDocument load_workload_document(const std::filesystem::path& file);

/// Where `file` is a trace: throws InputError for a `--set` of `sets` that would change what was recorded. Which encoding and network evaluates the
/// queries may change.
void refuse_sets_of_a_trace(const std::filesystem::path& file, const std::vector<std::string>& sets);

/// Adds the workload of `file` to `roots`, with the `--set` of `sets`, which are those of `roots`. Throws InputError for whatever does not fit, and
/// for an application without queries.
[[nodiscard]] WorkloadParams load_workload(ConfigRoots& roots, const std::filesystem::path& file, const std::vector<std::string>& sets, const ConfigStore& store);

/// The queries of a workload, and what a chip or a trace has to know beside.
struct OpenedWorkload {
  std::unique_ptr<stream::QuerySource> source;
  std::uint32_t aabb_scale = 1;
  std::uint64_t group_limit = 1;    ///< most rays that the source puts into a group, whatever is asked for
  std::uint64_t source_frames = 1;  ///< of the workload; a trace may hold fewer
  std::vector<std::string> notes{};   ///< what readers of its files repaired or left out
};

/// Opens scene, positions or trace. Throws InputError for whatever the workload's files and parameters have wrong.
[[nodiscard]] OpenedWorkload open_workload(const WorkloadParams& workload, const ConfigRoots& roots, const std::filesystem::path& file, const ConfigStore& store);

/// The frames of a run in order: all, or the first `wanted`, again from the first where it is larger. Throws InputError for frames that the workload
/// has and a trace of it does not.
[[nodiscard]] std::vector<std::uint64_t> chosen_frames(const OpenedWorkload& workload, std::optional<std::uint64_t> wanted);

}  // namespace ngpcsim::app
