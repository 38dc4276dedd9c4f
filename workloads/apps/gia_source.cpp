#include "workloads/apps/gia_source.h"

#include <fmt/format.h>

#include "workloads/apps/pixel_frame.h"

namespace ngpcsim::workloads {

std::string GiaSource::frame_name(std::uint64_t frame) const { return fmt::format("view {}", frame); }

std::unique_ptr<stream::Frame> GiaSource::open_frame(std::uint64_t frame) const {
  const auto make_group = [marcher = std::make_shared<const GiaMarcher>(this->marcher(frame))](PixelSpan span) { return std::make_unique<SteppedGroup<GiaMarcher>>(marcher, span); };
  return std::make_unique<PixelFrame<decltype(make_group)>>(walk_->pixels(), make_group);
}

}  // namespace ngpcsim::workloads
