#pragma once
#include "models/common/feature_type.h"
#include "models/nfp/functional_network.h"
#include "tests/contract/random_case.h"

namespace ngpcsim::contract {

/// Tables and weights of a functional case as the model holds them. With type int8 every value of the tables is a multiple of 2^-7 in [-1, 1).
[[nodiscard]] models::FunctionalNetwork case_network(const Case& c, models::FeatureType type = models::FeatureType::kFp16);

}  // namespace ngpcsim::contract
