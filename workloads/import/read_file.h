#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace ngpcsim::workloads {

/// The bytes of a regular file of at most `max_bytes`. Throws InputError that names the file where it is missing, unreadable or larger
/// (the size is checked before memory is taken). `what` says what the file should have been ("an occupancy bitfield").
[[nodiscard]] std::string read_file(const std::filesystem::path& file, std::uint64_t max_bytes, const std::string& what);

}  // namespace ngpcsim::workloads
