#pragma once
#include "workloads/trace/sample_lanes.h"

namespace ngpcsim::workloads::trace {

/// How the next sample of a ray is predicted: the last position plus the last step, which may grow by a constant factor (cone stepping). fp32
/// operations in this order, so that a writer and every reader predict the same bits. A sample whose three coordinates lie near the prediction, counted
/// in fp32 values, is stored as three differences of their bits, any other as a record. A ray that crosses empty space keeps its step: one record does
/// not change it, a second in a row does.
struct SampleTrack {
  Floats position{}, step{};  ///< the fourth lane stays 0
  bool after_record = false;
};

}  // namespace ngpcsim::workloads::trace
