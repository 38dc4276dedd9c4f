#pragma once
#include <filesystem>
#include <span>

#include "models/common/fp16.h"
#include "sim/train/task.h"

namespace ngpcsim::train {

/// What was trained as a snapshot of instant-ngp: MessagePack of network configuration, parameters and density grid, compressed (workloads/import/snapshot.h). Throws
/// InputError where the file cannot be written.
void write_snapshot(const Task& task, std::span<const models::Fp16> parameters, const std::filesystem::path& file);

}  // namespace ngpcsim::train
