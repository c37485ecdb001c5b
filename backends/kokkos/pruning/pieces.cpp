#include "pieces.hpp"

#include <algorithm>

namespace encke::kokkos {

Pieces PieceTile::wanted() const {
  Pieces pieces;
  for (Index b = 0; b < bands(); ++b) {
    for (Index s = 0; s < strips(); ++s) {
      if (strip(s).end - 1 > b * band_rows + diagonal) pieces.add(b, s);
    }
  }
  return pieces;
}

Index PieceTile::pairs_of(const Pieces& before, const Pieces& after) const {
  Index pairs = 0;
  for (Index b = 0; b < bands(); ++b) {
    for (unsigned gone = before.of_band[b] & ~unsigned{after.of_band[b]}; gone != 0;
         gone &= gone - 1) {
      const Range in_rows = band(b);
      const Range in_cols = strip(std::countr_zero(gone));
      if (in_cols.begin > in_rows.end - 1 + diagonal) {
        pairs += in_rows.size() * in_cols.size();
        continue;
      }
      for (Index r = in_rows.begin; r < in_rows.end; ++r) {
        pairs += std::max<Index>(0, in_cols.end - std::max(in_cols.begin, r + diagonal + 1));
      }
    }
  }
  return pairs;
}

}  // namespace encke::kokkos
