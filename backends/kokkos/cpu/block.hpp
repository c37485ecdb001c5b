#pragma once

#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

namespace encke::kokkos {

/// A block of a product: rows (left vectors) by columns (right vectors) over a range of words.
/// Rows and columns are rounded up to whole groups inside; padding is computed and ignored.
struct Block {
  Stream left[2];
  Stream right[2];
  Index left_begin = 0;  ///< first word that the left streams hold (folded ones hold a part)
  Index rows = 0;
  Index cols = 0;
  Range words;
  void* tallies = nullptr;  ///< int32 or double, [product][row][column]; added to
  Index plane_stride = 0;
  Index row_stride = 0;
  const void* shared = nullptr;  ///< see PackedVectors::shared()
  Index diagonal = 0;            ///< entries with column <= row + diagonal are not needed
  /// The tallies hold nothing yet, and are written, not added to. Only where Products::writes.
  bool fresh = false;
  std::byte* space = nullptr;  ///< Products::space bytes, aligned to a cache line
};

/// The products of the blocks of one kind of element, on a CPU level or a device. Null where an
/// element has none: reals are never missing.
struct Products {
  using Function = void (*)(const Block&);
  Function complete;          ///< pairs, and triples with a folded pivot, of complete vectors
  Function pairs;             ///< pairs of which some are missing
  Function pairs_of_triples;  ///< the same, and what the tallies of triples start from
  Function triples;           ///< a folded pivot against others, where some are missing
  /// A folded pivot against others, nothing missing, where that is not as for pairs; else null.
  Function triples_complete = nullptr;
  bool writes = false;  ///< true if `complete` takes blocks that are fresh
  /// True if `complete` prepares a block, so that a block in pieces takes longer.
  bool best_whole = false;
  /// Bytes of memory, Block::space, in which `complete` and `pairs` lay out vectors. Where there
  /// are any, `complete` takes the pairs of a whole job (kokkos::mask_shape) and had better.
  Index space = 0;

  Function of_triples(bool missing) const {
    if (missing) return triples;
    return triples_complete != nullptr ? triples_complete : complete;
  }
};

}  // namespace encke::kokkos
