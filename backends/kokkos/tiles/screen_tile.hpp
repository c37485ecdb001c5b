#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// A tile whose tallies are made, as the screens see it. The file screen_<bound>.hpp of each bound
/// has mark_candidates(bound, tile), which writes a byte for each wanted entry to the marks: 1
/// where it may pass, else 0; and returns whether there is any that may.
template <int Way>
struct ScreenTile {
  const Array<Operand, Way>& blocks;
  const TallyTile& made;  ///< with the pairs' tallies of triples, and the stride of the marks
  const cpu::ScreenKernels& kernels;
  Workspace& work;
  Index tally_bytes;  ///< of one tally: 4 or 8
  /// At least 0: the complete form stands for vectors that miss samples, the columns and the pivot
  /// so many at most together; see missing/complete_first.hpp.
  Index missing_elsewhere = -1;

  bool complete() const { return made.form == TallyForm::complete; }
  Index fields() const { return blocks[0].vectors->fields(); }
  Index cols() const { return made.cols.size(); }
  /// Vectors of the rows and the columns, and where these begin among them.
  const PackedVectors& left() const { return *blocks[Way - 2].vectors; }
  const PackedVectors& right() const { return *blocks[Way - 1].vectors; }
  Index left_begin() const { return made.rows.begin - blocks[Way - 2].offset; }
  Index right_begin() const { return made.cols.begin - blocks[Way - 1].offset; }

  /// First row with wanted entries, and the first column that is looked at of a row.
  Index first_row() const { return std::max<Index>(0, made.pivot + 1 - made.rows.begin); }
  Index first_col(Index row) const {
    return first_needed(made.rows.begin + row - made.cols.begin, cols());
  }

  const std::int32_t* product(int plane, Index row) const {
    return made.joint.row<std::int32_t>(plane, row);
  }
  std::uint8_t* marks(Index row) const {
    return work.candidates.data() + row * made.candidate_stride;
  }
  /// The marks of a row, those from column `begin` on cleared up to a multiple of 8.
  std::uint8_t* cleared_marks(Index row, Index begin) const {
    std::uint8_t* const out = marks(row);
    std::fill(out + begin, out + round_up(cols(), 8), std::uint8_t{0});
    return out;
  }
  /// Those behind the last column cleared.
  std::uint8_t* padded_marks(Index row) const { return cleared_marks(row, cols()); }
};

}  // namespace encke::kokkos
