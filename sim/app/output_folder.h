#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::app {

struct OutputFile {
  std::string name;
  std::string text;
};

/// Writes the files of a run into `folder`, made if need be. All are first written completely under temporary names in that folder and only
/// then renamed, so a full disk leaves earlier files as they were. Throws InputError naming the folder or file and the system's reason.
void write_output(const std::filesystem::path& folder, const std::vector<OutputFile>& files);

/// Throws the same error early, before a long run, where the folder cannot be made or written to.
void require_writable(const std::filesystem::path& folder);

/// The same for one file that somebody else writes later; nothing is left of the attempt. `flag` asked for it.
void require_writable_file(const std::filesystem::path& file, std::string_view flag);

}  // namespace ngpcsim::app
