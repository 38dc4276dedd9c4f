#include "tests/dram_checker/request.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::uint64_t number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) throw BadInput(fmt::format("'{}' is no number", text));
  return value;
}

Request parse_request(std::string_view line, std::uint64_t bytes) {
  Request request;
  const std::uint64_t address = number(take_word(line));
  request.address = address / bytes * bytes;
  request.bytes = bytes;
  const std::string_view access = take_word(line);
  if (access != "READ" && access != "WRITE") throw BadInput(fmt::format("'{}' is neither READ nor WRITE", access));
  request.write = access == "WRITE";
  request.cycle = number(take_word(line));
  if (const std::string_view own_bytes = take_word(line); !own_bytes.empty()) {
    request.address = address;
    request.bytes = number(own_bytes);
  }
  if (!take_word(line).empty()) throw BadInput("more than four words");
  return request;
}

}  // namespace

std::vector<Request> read_requests(const std::filesystem::path& path, std::uint64_t bytes) {
  if (bytes == 0) throw BadInput("requests of no bytes");
  std::ifstream in(path);
  if (!in) throw BadInput(fmt::format("{}: cannot be read", path.string()));
  std::vector<Request> requests;
  std::size_t number_of_line = 0;
  for (std::string line; std::getline(in, line);) {
    ++number_of_line;
    if (line.empty()) continue;
    try {
      requests.push_back(parse_request(line, bytes));
    } catch (const BadInput& error) {
      throw BadInput(fmt::format("{}:{}: {}", path.string(), number_of_line, error.what()));
    }
  }
  return requests;
}

}  // namespace ngpcsim::dram_checker
