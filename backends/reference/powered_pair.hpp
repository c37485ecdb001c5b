#pragma once

#include <encke/base/array.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::reference {

/// The two sums that PoweredSums defines, of vector i of `a` and vector j of `b`.
Array<double, 2> powered_pair(const PackedVectors& a, Index i, const PackedVectors& b, Index j);

}  // namespace encke::reference
