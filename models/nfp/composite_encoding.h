#pragma once
#include <array>
#include <span>

#include "models/common/network_spec.h"

namespace ngpcsim::models {

/// What a composite encoding has of a position behind the grid's features: composite_values() numbers, in the order of tiny-cuda-nn (dimension by dimension; of
/// frequency octave by octave, sine before cosine; of one_blob bin by bin). Worked out in double from + - * / alone, so that every machine gives the same. A bell of
/// one_blob is the difference of cdf(u) = 15/16 u (1 - 2/3 u^2 + 1/5 u^4) + 1/2, |u| <= 1, at the borders of a bin, u in bins from x, wrapped around the unit cube.
void encode_composite(const EncodingParams& encoding, const std::array<float, 3>& position, std::span<float> out);

}  // namespace ngpcsim::models
