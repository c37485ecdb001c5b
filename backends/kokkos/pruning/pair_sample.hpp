#pragma once

#include <encke/backend/backend.hpp>

#include "part_kernels.hpp"

namespace encke::kokkos {

/// The words after which pairs are tested, of so many that a vector has; 0: they are not, because
/// the test would come too late, or would hardly spare anything. `forced`: wherever it can be made.
template <class Bound>
Index part_words(const cpu::ScreenKernels& screens, const Bound& bound, Index words, bool forced);

/// What a few pairs say of all pairs of two blocks of complete vectors.
struct PairSample {
  double told = 0;     ///< share that the tests tell: by their vectors, or after a part
  double passing = 0;  ///< share that passes the screen

  /// Fewer pairs that are told do not fill the pieces of tiles that can be left out.
  bool leaves_something_out() const { return told >= 1.0 / 16; }
  /// Another order pays by what is left out, and costs where hits are made, sorted and written.
  bool has_few_hits() const { return passing <= 1.0 / 8; }
};

/// Of vectors at even distances. `bound` is active and has the vectors in the order of the whole
/// problem; `words`: see part_words().
template <class Bound>
PairSample sample_pairs(const Array<Operand, 2>& blocks, const cpu::ScreenKernels& screens,
                        const Bound& bound, Index words);

}  // namespace encke::kokkos
