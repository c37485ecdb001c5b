#pragma once

#include <encke/backend/backend.hpp>
#include <vector>

namespace encke {

/// The vectors of a block, told apart by their elements and masks, bit by bit.
struct EqualVectors {
  std::vector<Index> first;  ///< of `block.vectors`: the first of each kind, ascending
  std::vector<Index> kind;   ///< of each vector of the block: its place among these
};

/// `block`: bits or genotypes, on the host. Vectors are found by a hash, and compared.
EqualVectors equal_vectors(const Operand& block);

}  // namespace encke
