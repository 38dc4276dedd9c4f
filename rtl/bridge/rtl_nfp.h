#pragma once
#include <cstdint>

#include "models/nfp/online/blocks.h"

namespace ngpcsim::rtl {

/// What the RTL has beyond the NFP of the model.
class RtlNfp : public models::online::NfpCore {
 public:
  /// Reset, whatever is in flight, and a new start with the same registers, tables and weights. The next edge is edge 0.
  virtual void restart() = 0;
  /// The perf port, counters that the model does not have among its addresses.
  [[nodiscard]] virtual std::uint64_t read_perf(std::uint32_t address) const = 0;
};

}  // namespace ngpcsim::rtl
