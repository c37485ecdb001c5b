#pragma once

#include <encke/base/array.hpp>
#include <encke/pack/profiles/adjusted_sums.hpp>

namespace encke::reference {

/// The two sums that AdjustedSums defines, of vector i of `a` and vector j of `b`.
Array<double, 2> pair_sums(AdjustedSums, const PackedVectors& a, Index i, const PackedVectors& b,
                           Index j);

}  // namespace encke::reference
