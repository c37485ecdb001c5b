#pragma once

#include <encke/backend/backend.hpp>
#include <vector>

namespace encke::cuda {

/// Cuts the blocks of a call of contract() into parts for so many devices, about four for each and
/// more, so that one that is slower, or has been given a large part, does not keep the others
/// waiting. Each tuple is in one part; the parts with most tuples come first. The blocks of a part
/// are what contract() takes: equal or disjoint, in ascending order.
///
/// Both blocks of a pair are cut at the same places for every call, so that a device finds the
/// vectors of earlier parts in its memory.
std::vector<Array<Operand, 2>> parts_for(const Array<Operand, 2>& blocks, int devices);
/// Triples are cut by their first vector, the pivot: the rectangles of a pivot stay as large as
/// they are.
std::vector<Array<Operand, 3>> parts_for(const Array<Operand, 3>& blocks, int devices);

/// Vectors of the blocks of a part, at most, of blocks of `block` vectors.
Index block_of_part(int way, Index block, int devices);

}  // namespace encke::cuda
