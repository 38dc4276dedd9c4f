#include "sim/app/result/frame_results.h"

#include "sim/app/result/frame_times.h"
#include "sim/app/result/ratio.h"

namespace ngpcsim::app {

Json frame_results(const models::RunRecord& record) {
  Json frames = Json::array();
  for (const models::FrameRecord& frame : record.frames) {
    const auto times = times_of(frame, record);
    const auto time = [&times](double FrameTimes::*member) { return times ? Json((*times).*member) : Json(nullptr); };
    frames.push_back({{"name", frame.name},
                      {"queries", frame.queries},
                      {"pixels", frame.pixels},
                      {"rays_hit", frame.rays_hit},
                      {"samples_per_hit_ray", ratio(frame.queries, frame.rays_hit)},
                      {"probes", frame.probes},
                      {"rounds", frame.rounds},
                      {"launches", frame.launches},
                      {"begin_host_cycle", frame.begin_host},
                      {"end_host_cycle", times ? Json(frame.end_host) : Json(nullptr)},
                      {"host_busy_cycles", frame.host_busy},
                      {"ngpc_busy_host_cycles", frame.ngpc_busy},
                      {"frame_ms", time(&FrameTimes::frame_ms)},
                      {"frame_ms_serial", time(&FrameTimes::frame_ms_serial)},
                      {"host_ms", time(&FrameTimes::host_ms)},
                      {"ngpc_ms", time(&FrameTimes::ngpc_ms)}});
  }
  return frames;
}

}  // namespace ngpcsim::app
