#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace ngpcsim::models::dram {

/// One line of the command trace (docs/dram.md, section 7); what a command does not have is empty.
struct CommandRecord {
  std::uint64_t cycle = 0;
  std::uint32_t channel = 0, pseudo_channel = 0, rank = 0;
  std::optional<std::uint32_t> bank_group, bank;
  std::string_view command;
  std::optional<std::uint32_t> row, column;
  std::optional<std::uint64_t> request;
};

using CommandObserver = std::function<void(const CommandRecord&)>;

struct Request;

/// Told of everything that is asked of a device and that its controllers do, where the device is divided into parts with channels of their own: channels
/// number within a part, and requests by their `id`.
class PartObserver {
 public:
  /// The request arrives at `cycle`. Requests of a part come in order.
  virtual void asked(std::uint32_t part, const Request& request, std::uint64_t cycle) = 0;
  virtual void issued(std::uint32_t part, const CommandRecord& record) = 0;

 protected:
  PartObserver() = default;
  PartObserver(const PartObserver&) = default;
  PartObserver& operator=(const PartObserver&) = default;
  ~PartObserver() = default;
};

/// The two lines that are no commands.
inline constexpr std::string_view kForward = "FORWARD", kMerge = "MERGE";

}  // namespace ngpcsim::models::dram
