#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "tests/dram_checker/checker.h"
#include "tests/dram_checker/command.h"
#include "tests/dram_checker/device.h"
#include "tests/dram_checker/request.h"

namespace ngpcsim::dram_checker {

/// The files in configs/dram, and devices/mixed.xml.
[[nodiscard]] std::vector<std::filesystem::path> device_files();

/// By the name of its file.
[[nodiscard]] Device load_device(const std::string& name, const std::vector<std::string>& assignments = {});

/// The commands as lines 2, 3, ... of a trace.
[[nodiscard]] Report check_commands(const Device& device, std::vector<Command> commands, const std::vector<Request>* requests = nullptr,
                                    Totals* totals = nullptr);

/// The rules that were broken, each with its number of violations.
[[nodiscard]] std::string broken(const Report& report);

/// Serves the requests one burst after the other, each command in the first cycle that the rules allow: nobody's controller, but a legal trace
/// without refreshes.
[[nodiscard]] std::vector<Command> serve_in_turn(const Device& device, const std::vector<Request>& requests);

}  // namespace ngpcsim::dram_checker
