#pragma once
#include <string>
#include <string_view>

#include "sim/app/config_store.h"

namespace ngpcsim::app {

/// `text` with the folders of this machine replaced by names that mean the same on every other: the folder of the configurations by
/// "configs", the default data folder by "${NGPCSIM_DATA}". What a user typed has no such folder in it unless they typed it.
[[nodiscard]] std::string display_text(std::string_view text, const ConfigStore& store);

}  // namespace ngpcsim::app
