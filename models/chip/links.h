#pragma once
#include <cstdint>

/// What the links between the blocks of every chip are made with.
namespace ngpcsim::models {

inline constexpr std::uint32_t kLocalCycles = 1;  ///< a link between neighbours in one clock domain
inline constexpr std::uint32_t kOnlySource = 0;   ///< for mailboxes that one block sends to

}  // namespace ngpcsim::models
