#include "sim/base/error.h"
#include "tests/fuzz/driver.h"
#include "workloads/import/camera_path.h"
#include "workloads/import/network_config.h"

namespace ngpcsim::fuzz {

std::vector<std::string> seeds() {
  return {"{\"encoding\": {\"otype\": \"HashGrid\", \"n_levels\": 8, /* c */ \"per_level_scale\": 1.4},\n// note\n\"network\": {\"n_neurons\": 64, \"n_hidden_layers\": 2}}",
          "{\"encoding\": {\"otype\": \"Composite\", \"nested\": [{\"otype\": \"SphericalHarmonics\", \"degree\": 4}, {\"otype\": \"Identity\"}]}, \"network\": {}, \"rgb_network\": {}}",
          "{\"path\": [{\"R\": [1,0,0,0], \"T\": [0,0,0], \"fov\": 40}, {\"R\": [0,1,0,0], \"T\": [6,0,0], \"fov\": 46}], \"loop\": true, \"spline_order\": 2}"};
}

}  // namespace ngpcsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(ngpcsim::workloads::network_config_of(ngpcsim::workloads::parse_located_json(ngpcsim::workloads::without_comments(text, "file"), "file"), "file"));
  } catch (const ngpcsim::InputError&) {
  }
  try {
    const ngpcsim::workloads::CameraPath path = ngpcsim::workloads::parse_camera_path(text, "file");
    for (const double t : {0.0, 0.3, 1.0}) static_cast<void>(ngpcsim::workloads::pose_of(ngpcsim::workloads::key_at(path, t)));
  } catch (const ngpcsim::InputError&) {
  }
  return 0;
}
