#pragma once

#include <encke/pack/packed_vectors.hpp>

namespace encke::reference {

/// The sum that WeightedBits defines, of vector i of `a` and vector j of `b`.
double weighted_pair(const PackedVectors& a, Index i, const PackedVectors& b, Index j);

}  // namespace encke::reference
