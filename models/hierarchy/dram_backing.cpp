#include "models/hierarchy/dram_backing.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::models::hierarchy {
namespace {

dram::CommandObserver commands_of(std::uint32_t slice, dram::PartObserver* observer) {
  if (observer == nullptr) return {};
  return [slice, observer](const dram::CommandRecord& record) { observer->issued(slice, record); };
}

}  // namespace

DramBacking::DramBacking(const dram::Device& device, std::uint32_t slice)
    : slice_(slice), capacity_(device.geometry().capacity()), observer_(device.params().observer), dram_(device, commands_of(slice, observer_)) {}

void DramBacking::offer(const Asked& request, std::uint64_t cycle) {
  (request.write ? write_bytes_ : read_bytes_) += request.bytes;
  const dram::Request whole{.write = request.write, .address = request.address % capacity_, .bytes = request.bytes, .id = request.id};
  if (observer_ != nullptr) observer_->asked(slice_, whole, cycle);
  dram_.offer(whole, cycle);
}

void DramBacking::advance(std::uint64_t cycle) {
  dram_.advance(cycle);
  for (const dram::Answer& answer : dram_.answers()) served_.push_back({answer.id, answer.write, answer.cycle});
  dram_.answers().clear();
}

std::uint64_t DramBacking::drain() {
  const std::uint64_t end = dram_.drain();
  dram_.answers().clear();
  return end;
}

dram::DramParams device_of_slice(const dram::DramParams& whole, std::uint32_t slices, const InputLocation& where) {
  if (whole.organization.channels % slices != 0)
    throw InputError(where, fmt::format("{} slices do not divide the {} channels of the device", slices, whole.organization.channels),
                     fmt::format("a divisor of {}", whole.organization.channels));
  dram::DramParams part = whole;
  part.organization.channels /= slices;
  return part;
}

}  // namespace ngpcsim::models::hierarchy
