#include <nlohmann/json.hpp>

#include "sim/base/error.h"
#include "tests/fuzz/driver.h"
#include "workloads/import/snapshot.h"

namespace ngpcsim::fuzz {

std::vector<std::string> seeds() {
  using nlohmann::json;
  json root = json::parse(R"({"encoding": {"otype": "HashGrid", "n_levels": 2}, "network": {"n_neurons": 16, "n_hidden_layers": 1}, "rgb_network": {"n_neurons": 16}})");
  std::vector<std::string> good;
  for (const char* const mode : {"nerf", "sdf"}) {
    root["snapshot"] = {{"version", 1}, {"mode", mode}, {"n_params", 2}, {"params_type", "__half"}, {"params_binary", json::binary({0, 60, 0, 60})}, {"density_grid_size", 128},
                        {"density_grid_binary", json::binary({})}, {"nerf", {{"aabb_scale", 4}}}, {"nested", {1, {2, {3, nullptr}}, true, 1.5, "x"}}};
    const std::vector<std::uint8_t> bytes = json::to_msgpack(root);
    good.emplace_back(bytes.begin(), bytes.end());
  }
  // The first bytes of a zlib and of a gzip stream.
  good.emplace_back("\x78\x9C\x01\x03\x00\xFC\xFF" "abc", 10);
  good.emplace_back("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03" "abc", 13);
  return good;
}

}  // namespace ngpcsim::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(ngpcsim::workloads::parse_snapshot({reinterpret_cast<const char*>(data), size}, "snapshot", std::uint64_t{1} << 24));
  } catch (const ngpcsim::InputError&) {
  }
  return 0;
}
