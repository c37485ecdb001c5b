#pragma once

#include <encke/base/array.hpp>
#include <encke/pack/weighted_bits.hpp>

namespace encke::reference {

/// The sum that WeightedBits defines, of vector i of `a` and vector j of `b`.
Array<double, 1> pair_sums(WeightedBits, const PackedVectors& a, Index i, const PackedVectors& b,
                           Index j);

}  // namespace encke::reference
