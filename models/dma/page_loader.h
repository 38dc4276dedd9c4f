#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/common/messages.h"
#include "sim/channel/mailbox.h"
#include "sim/kernel/block.h"
#include "sim/kernel/link.h"

namespace ngpcsim::models {

struct PageLoaderPlan {
  std::uint32_t nfps = 1;             ///< and ports
  bool multicast = true;              ///< a load serves all NFPs that asked before it began
  std::uint32_t loads_in_flight = 4;  ///< of a port
  std::uint32_t wait_cycles = 0;      ///< with multicast: for which a load waits for NFPs to ask
  std::uint32_t burst_bytes = 4096;
};

/// Reads pages of tables from memory for the NFPs that ask for them (docs/timing.md, 3.2), by a port for each NFP. With multicast a port serves the lanes whose number
/// modulo the ports is its own, otherwise one NFP.
class PageLoader final : public Block {
 public:
  PageLoader(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const PageLoaderPlan& plan);

  [[nodiscard]] Mailbox<PageAsk>& asks() { return asks_; }
  [[nodiscard]] Mailbox<MemoryResponse>& responses() { return responses_; }
  /// Port by port.
  void connect_memory(SourceId source, Link<MemoryRequest> memory) { ports_.push_back({source, memory}); }
  /// NFP by NFP.
  void connect_nfp(Link<PageLoaded> nfp) { nfps_.push_back(nfp); }

  [[nodiscard]] std::string waiting_for() const override;
  /// Begun, and the bytes that they read.
  [[nodiscard]] std::uint64_t loads() const { return loads_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  /// Bytes that NFPs have asked for, each its own.
  [[nodiscard]] std::uint64_t bytes_delivered() const { return bytes_delivered_; }

 private:
  struct Load {
    std::uint64_t visible = 0;   ///< edge of its first ask
    std::vector<PageAsk> asks;   ///< all of the same page
  };
  struct Port {
    SourceId source;
    Link<MemoryRequest> memory;
    std::deque<Load> waiting{}, begun{};
    std::uint64_t next_send = 0;
  };
  void on_edge(std::uint64_t edge) override;
  void take(const PageAsk& ask, std::uint64_t edge);
  void deliver(Port& port, std::uint64_t edge);
  void begin_loads(std::uint32_t number, std::uint64_t edge);
  void read(std::uint32_t number, const PageAsk& page, std::uint64_t edge);

  PageLoaderPlan plan_;
  Mailbox<PageAsk> asks_;
  Mailbox<MemoryResponse> responses_;
  std::vector<Port> ports_;
  std::vector<Link<PageLoaded>> nfps_;
  std::uint64_t loads_ = 0, bytes_read_ = 0, bytes_delivered_ = 0;
};

}  // namespace ngpcsim::models
