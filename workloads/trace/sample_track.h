#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ngpcsim::workloads::trace {

/// How the next sample of a ray is predicted: the last position plus the last step, which may grow by a constant factor (cone stepping). fp32
/// operations in this order, so that a writer and every reader predict the same bits. A sample whose three coordinates lie within 127 fp32 values
/// of the prediction is stored as three differences of their bits, any other as a record. A ray that crosses empty space keeps its step: one record
/// does not change it, a second in a row does.
struct SampleTrack {
  std::array<float, 3> position{};
  std::array<float, 3> step{};
  bool after_record = false;

  [[nodiscard]] std::uint32_t predicted_bits(std::size_t axis) const { return std::bit_cast<std::uint32_t>(position[axis] + step[axis]); }

  void advance_short(const std::array<float, 3>& q, float growth) {
    take_step(q, growth);
    after_record = false;
  }
  void advance_record(const std::array<float, 3>& q, float growth) {
    if (after_record) take_step(q, growth);
    position = q;
    after_record = true;
  }

 private:
  void take_step(const std::array<float, 3>& q, float growth) {
    for (std::size_t a = 0; a < 3; ++a) step[a] = (q[a] - position[a]) * growth;
    position = q;
  }
};

}  // namespace ngpcsim::workloads::trace
