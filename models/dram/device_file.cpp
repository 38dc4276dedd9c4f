#include "models/dram/device_file.h"

#include "sim/config/bind.h"
#include "sim/config/load.h"

namespace ngpcsim::models::dram {
namespace {

/// The names of rules are the file's own.
DramParams with_rule_names(const config::ConfigDocument& document) {
  DramParams params;
  if (const config::ConfigNode* rules = document.root().find("rules"); rules != nullptr && rules->is_group())
    for (const config::ConfigNode& rule : rules->children) params.rules.entries.push_back({rule.name, "none"});
  return params;
}

}  // namespace

DeviceFile load_device(const std::string& file, const std::vector<config::Assignment>& sets, const InputLocation& set_flag) {
  config::ConfigDocument document = config::load(file, {.element = "dram", .attributes = {"protocol"}});
  for (const config::Assignment& set : sets)
    if (set.path.substr(0, set.path.find('.')) == "dram") document.override_value(set.path, set.value, set_flag);
  config::Bound<DramParams> bound = config::bind<DramParams>(document, with_rule_names(document));
  DeviceFile device{.params = {}, .root = config::resolve(document, bound)};
  device.params = std::move(bound.params);
  (void)Device(device.params, [&device](std::string_view path) { return device.where(path); });
  return device;
}

}  // namespace ngpcsim::models::dram
