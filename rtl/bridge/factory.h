#pragma once
#include <memory>
#include <vector>

#include "models/nfp/online/factory.h"
#include "rtl/bridge/waves.h"

namespace ngpcsim::rtl {

struct Build;

/// Makes the blocks of a chip from these builds: the first whose sizes are the chip's. Where none fits, the InputError says for each build what does not.
[[nodiscard]] std::unique_ptr<models::online::Factory> make_factory(std::vector<const Build*> builds, const Waves& waves);

/// The same from the builds that are compiled into the program (rtl/CMakeLists.txt); null where RTL is not compiled in.
[[nodiscard]] std::unique_ptr<models::online::Factory> make_rtl_factory(const Waves& waves);

}  // namespace ngpcsim::rtl
