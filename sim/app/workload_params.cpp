#include "sim/app/workload_params.h"

namespace ngpcsim::app {

WorkloadParams default_workload(Application application) {
  WorkloadParams workload;
  workload.application = application;
  return workload;
}

}  // namespace ngpcsim::app
