#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>

namespace encke {

/// What the tallies of all tuples of a tile of counts add up to.
struct MinimaTotals {
  std::int64_t tuples = 0;  ///< of each tuple the sum over the fields of the least count
  std::int64_t pairs = 0;   ///< triples: the same of the three pairs of each; pairs: 0
};

/// The totals of ascending tuples with a vector from each block; blocks are equal or disjoint.
///
/// A least count is the number of thresholds t >= 1 that all counts of the tuple reach. So of each
/// field it is enough to know, for each t, how many vectors of each block reach t: that is less
/// work than a minimum for each tuple by about the number of vectors in a block. Counts of 2 and 3
/// bits: by vertical counters; of 8 bits: from a histogram; of 16 bits: in sorted order.
/// `workers`: of the host that share the fields. Throws OutOfMemory.
template <int Way>
MinimaTotals minima_totals(const Array<Operand, Way>& blocks, std::ptrdiff_t workers);

/// Memory of a worker of minima_totals() for blocks of `block` vectors, in bytes.
std::int64_t minima_memory(int way, Index block);

}  // namespace encke
