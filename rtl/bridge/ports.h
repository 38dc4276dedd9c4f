#pragma once
#include <verilated.h>

#include <concepts>
#include <cstdint>

/// Parts of Verilated ports, whose C++ type depends on their width: an unsigned integer up to 64 bits, VlWide<N> of 32-bit words beyond. Parts have at most 64 bits.
namespace ngpcsim::rtl {

[[nodiscard]] constexpr std::uint64_t low_mask(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

template <std::unsigned_integral Port>
void set_bits(Port& port, unsigned lsb, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = low_mask(width) << lsb;
  port = static_cast<Port>((std::uint64_t{port} & ~mask) | ((value << lsb) & mask));
}

template <std::size_t kWords>
void set_bits(VlWide<kWords>& port, unsigned lsb, unsigned width, std::uint64_t value) {
  for (unsigned done = 0; done < width;) {
    const unsigned bit = lsb + done, offset = bit % 32, count = width - done < 32 - offset ? width - done : 32 - offset;
    const auto mask = static_cast<std::uint32_t>(low_mask(count) << offset);
    EData& word = port[bit / 32];
    word = (word & ~mask) | (static_cast<std::uint32_t>((value >> done) << offset) & mask);
    done += count;
  }
}

template <std::unsigned_integral Port>
[[nodiscard]] std::uint64_t get_bits(const Port& port, unsigned lsb, unsigned width) {
  return (std::uint64_t{port} >> lsb) & low_mask(width);
}

template <std::size_t kWords>
[[nodiscard]] std::uint64_t get_bits(const VlWide<kWords>& port, unsigned lsb, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned bit = lsb + done, offset = bit % 32, count = width - done < 32 - offset ? width - done : 32 - offset;
    value |= (std::uint64_t{port.at(bit / 32) >> offset} & low_mask(count)) << done;
    done += count;
  }
  return value;
}

}  // namespace ngpcsim::rtl
