#pragma once

#include <encke/base/array.hpp>
#include <encke/pack/traits/trait_sums.hpp>

namespace encke::reference {

/// The sums that TraitSums defines, of vector i of `a` and vector j of `b`.
Array<double, TraitSums::sums> pair_sums(TraitSums, const PackedVectors& a, Index i,
                                         const PackedVectors& b, Index j);

}  // namespace encke::reference
