#pragma once

#include <encke/schedule/domain/domain.hpp>
#include <vector>

namespace encke {

/// Number of the domain's tuples all of whose vectors are `marked`, which has an entry for each
/// vector of the problem. Of all tuples O(vectors); else for each vector, of triples for each pair
/// of vectors, as many steps as there are classes.
Index tuples_among(const Domain& domain, int way, const std::vector<bool>& marked);

}  // namespace encke
