#pragma once

#include <cstdint>
#include <encke/metric/allele_counts.hpp>
#include <encke/metric/minima.hpp>
#include <encke/tally/tally_tile.hpp>

// From the few products that backends compute to the full tables that metrics read.
//
// A genotype in vector v is x = copies of allele 1 minus 1 where present (m = 1), and x = m = 0
// where missing; allele 1 has m + x copies, allele 0 has m - x. A joint count of alleles is a
// product of such terms, so the table is a signed sum of the products of x's and m's.

namespace encke {

/// Products to table, 2^way of each: bit (way-1-v) of a product's index is 1 where vector v
/// enters as m, of a cell's index where its allele is 1.
template <int Way>
ENCKE_FUNCTION void expand(Array<std::int64_t, ipow(2, Way)>& t) {
  for (int bit = 1; bit < ipow(2, Way); bit *= 2) {
    for (int low = 0; low < ipow(2, Way); ++low) {
      if ((low & bit) != 0) continue;
      const std::int64_t x = t[low];
      const std::int64_t m = t[low | bit];
      t[low] = m - x;
      t[low | bit] = m + x;
    }
  }
}

/// How the tallies of a contraction become evidence. One specialisation for each contraction.
template <class C>
struct EvidenceOf;

template <>
struct EvidenceOf<AlleleCounts> {
  using Single = Array<std::int64_t, 2>;

  static std::int64_t present(const Single& s) { return (s[0] + s[1]) / 2; }
  static std::int64_t x_sum(const Single& s) { return (s[1] - s[0]) / 2; }

  /// Joint table of a pair from entry `c` of row `r`.
  static Array<std::int64_t, 4> pair(TallyForm form, const TallyMatrix& tally, Index r, Index c,
                                     const Single& a, const Single& b) {
    Array<std::int64_t, 4> t;
    if (form == TallyForm::table) {
      for (int i = 0; i < 4; ++i) t[i] = tally.row<std::int64_t>(i, r)[c];
      return t;
    }
    if (form == TallyForm::missing) {
      for (int i = 0; i < 4; ++i) t[i] = tally.row<std::int32_t>(i, r)[c];
    } else {
      t = {{tally.row<std::int32_t>(0, r)[c], x_sum(a), x_sum(b), present(a)}};
    }
    expand<2>(t);
    return t;
  }

  static void fill(Evidence<AlleleCounts, 2>& seen, const TallyTile& tile, Index r, Index c) {
    seen.joint = pair(tile.form, tile.joint, r, c, seen.single[0], seen.single[1]);
  }

  static void fill(Evidence<AlleleCounts, 3>& seen, const TallyTile& tile, Index r, Index c) {
    const auto& s = seen.single;
    seen.pair[0] = pair(tile.pair_form, tile.pivot_rows, 0, r, s[0], s[1]);
    seen.pair[1] = pair(tile.pair_form, tile.pivot_cols, 0, c, s[0], s[2]);
    seen.pair[2] = pair(tile.pair_form, tile.row_cols, r, c, s[1], s[2]);
    auto& t = seen.joint;
    if (tile.form == TallyForm::table) {
      for (int i = 0; i < 8; ++i) t[i] = tile.joint.row<std::int64_t>(i, r)[c];
      return;
    }
    if (tile.form == TallyForm::missing) {
      for (int i = 0; i < 8; ++i) t[i] = tile.joint.row<std::int32_t>(i, r)[c];
    } else {
      const auto xx = [](const TallyMatrix& m, Index row, Index col) -> std::int64_t {
        return m.row<std::int32_t>(0, row)[col];
      };
      t = {{tile.joint.row<std::int32_t>(0, r)[c], xx(tile.pivot_rows, 0, r),
            xx(tile.pivot_cols, 0, c), x_sum(s[0]), xx(tile.row_cols, r, c), x_sum(s[1]),
            x_sum(s[2]), present(s[0])}};
    }
    expand<3>(t);
  }
};

template <>
struct EvidenceOf<Minima> {
  static void fill(Evidence<Minima, 2>& seen, const TallyTile& tile, Index r, Index c) {
    seen.joint[0] = tile.joint.row<double>(0, r)[c];
  }
  static void fill(Evidence<Minima, 3>& seen, const TallyTile& tile, Index r, Index c) {
    seen.joint[0] = tile.joint.row<double>(0, r)[c];
    seen.pair[0][0] = tile.pivot_rows.row<double>(0, 0)[r];
    seen.pair[1][0] = tile.pivot_cols.row<double>(0, 0)[c];
    seen.pair[2][0] = tile.row_cols.row<double>(0, r)[c];
  }
};

}  // namespace encke
