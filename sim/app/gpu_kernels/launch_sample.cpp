#include "sim/app/gpu_kernels/launch_sample.h"

#include <utility>

namespace ngpcsim::app {

void LaunchSample::add(const stream::Queries& queries) {
  if (seen_++ % stride_ != 0) return;
  kept_.push_back({queries.x, queries.y, queries.z});
  held_ += queries.size();
  while (held_ > 2 * wanted_ && kept_.size() > 1) thin();
}

void LaunchSample::thin() {
  stride_ *= 2;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  held_ = 0;
  for (const Launch& launch : kept_) held_ += launch.x.size();
}

}  // namespace ngpcsim::app
