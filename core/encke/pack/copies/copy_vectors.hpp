#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <span>

namespace encke {

/// Copies vectors of bits, genotypes or counts, with their masks and sums, to the places from
/// `first` on. `to`: made by allocate_like(from, ...), with masks if `from` keeps them; both on the
/// host. Places are written in whole groups where `first` begins one, which is faster.
void copy_vectors(const PackedVectors& from, std::span<const Index> vectors, PackedVectors& to,
                  Index first);

/// The same in two steps: sums, and then words and masks, which threads may copy at the same time
/// to whole groups of a storage(). That is asked for once: each time it changes content().
void copy_sums(const PackedVectors& from, std::span<const Index> vectors, PackedVectors& to,
               Index first);
void copy_words(const PackedVectors& from, std::span<const Index> vectors,
                const PackedVectors::Storage& to, Index first);

}  // namespace encke
