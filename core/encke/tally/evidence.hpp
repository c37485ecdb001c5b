#pragma once

#include <cstdint>
#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/contraction/genotype_matches.hpp>
#include <encke/contraction/genotype_moments.hpp>
#include <encke/contraction/trait_sums.hpp>
#include <encke/tally/tally_tile.hpp>
#include <utility>

// From the few products that backends compute to the full tables that metrics read.
//
// Every sample of a vector enters a product as x or as m, with m = 1 where it is present, else 0,
// and x = 0 where it is missing. Genotypes: x = copies of allele 1 minus 1; allele 1 has m + x
// copies, allele 0 has m - x. Bits: x is the bit, and 1 - x of a sample that is present is m - x.
// A joint count is a product of such terms, so the table is a signed sum of the products of x's
// and m's.

namespace encke {

/// What the tables of a contraction are made from.
template <class C>
struct Products;

template <>
struct Products<AlleleCounts> {
  ENCKE_FUNCTION static std::int64_t of_one(std::int64_t x, std::int64_t m) { return m + x; }
  static std::int64_t present(const Array<std::int64_t, 2>& s) { return (s[0] + s[1]) / 2; }
  static std::int64_t x_sum(const Array<std::int64_t, 2>& s) { return (s[1] - s[0]) / 2; }
};

template <>
struct Products<AlleleBits> {
  ENCKE_FUNCTION static std::int64_t of_one(std::int64_t x, std::int64_t) { return x; }
  static std::int64_t present(const Array<std::int64_t, 2>& s) { return s[0] + s[1]; }
  static std::int64_t x_sum(const Array<std::int64_t, 2>& s) { return s[1]; }
};

/// Products to table, 2^way of each: bit (way-1-v) of a product's index is 1 where vector v
/// enters as m, of a cell's index where its allele (bit) is 1.
template <int Way, class C = AlleleCounts>
ENCKE_FUNCTION void expand(Array<std::int64_t, ipow(2, Way)>& t) {
  for (int bit = 1; bit < ipow(2, Way); bit *= 2) {
    for (int low = 0; low < ipow(2, Way); ++low) {
      if ((low & bit) != 0) continue;
      const std::int64_t x = t[low];
      const std::int64_t m = t[low | bit];
      t[low] = m - x;
      t[low | bit] = Products<C>::of_one(x, m);
    }
  }
}

/// How the tallies of a contraction become evidence (fill), and how that of the pair (j, i) becomes
/// that of (i, j) (transpose): here where they are products; below where they
/// have one channel. A contraction of several channels that is neither has a specialisation.
template <class C>
struct EvidenceOf {
  using Margin = Array<std::int64_t, 2>;

  /// Joint table of a pair from entry `c` of row `r`.
  static Array<std::int64_t, 4> pair(TallyForm form, const TallyMatrix& tally, Index r, Index c,
                                     const Margin& a, const Margin& b) {
    Array<std::int64_t, 4> t;
    if (form == TallyForm::table) {
      for (int i = 0; i < 4; ++i) t[i] = tally.row<std::int64_t>(i, r)[c];
      return t;
    }
    if (form == TallyForm::missing) {
      for (int i = 0; i < 4; ++i) t[i] = tally.row<std::int32_t>(i, r)[c];
    } else {
      using P = Products<C>;
      t = {{tally.row<std::int32_t>(0, r)[c], P::x_sum(a), P::x_sum(b), P::present(a)}};
    }
    expand<2, C>(t);
    return t;
  }

  static void fill(Evidence<C, 2>& evidence, const TallyTile& tile, Index r, Index c) {
    evidence.joint = pair(tile.form, tile.joint, r, c, evidence.margin[0], evidence.margin[1]);
  }

  static void transpose(Evidence<C, 2>& evidence) {
    std::swap(evidence.joint[1], evidence.joint[2]);
    std::swap(evidence.margin[0], evidence.margin[1]);
  }

  static void fill(Evidence<C, 3>& evidence, const TallyTile& tile, Index r, Index c) {
    const auto& s = evidence.margin;
    evidence.pair[0] = pair(tile.pair_form, tile.pivot_rows, 0, r, s[0], s[1]);
    evidence.pair[1] = pair(tile.pair_form, tile.pivot_cols, 0, c, s[0], s[2]);
    evidence.pair[2] = pair(tile.pair_form, tile.row_cols, r, c, s[1], s[2]);
    auto& t = evidence.joint;
    if (tile.form == TallyForm::table) {
      for (int i = 0; i < 8; ++i) t[i] = tile.joint.row<std::int64_t>(i, r)[c];
      return;
    }
    if (tile.form == TallyForm::missing) {
      for (int i = 0; i < 8; ++i) t[i] = tile.joint.row<std::int32_t>(i, r)[c];
    } else {
      using P = Products<C>;
      const auto xx = [](const TallyMatrix& m, Index row, Index col) -> std::int64_t {
        return m.row<std::int32_t>(0, row)[col];
      };
      t = {{tile.joint.row<std::int32_t>(0, r)[c], xx(tile.pivot_rows, 0, r),
            xx(tile.pivot_cols, 0, c), P::x_sum(s[0]), xx(tile.row_cols, r, c), P::x_sum(s[1]),
            P::x_sum(s[2]), P::present(s[0])}};
    }
    expand<3, C>(t);
  }
};

/// One channel: the sums themselves, one or several for each tuple.
template <class C>
requires(C::channels == 1) struct EvidenceOf<C> {
  using Sum = typename C::accumulator;

  static Sum at(TallyForm form, const TallyMatrix& tally, int plane, Index r, Index c) {
    if constexpr (sums_reals<C>) {
      return tally.row<double>(plane, r)[c];
    } else {
      return form == TallyForm::table ? tally.row<std::int64_t>(plane, r)[c]
                                      : tally.row<std::int32_t>(plane, r)[c];
    }
  }
  template <int Way>
  static void fill_joint(Evidence<C, Way>& evidence, const TallyTile& tile, Index r, Index c) {
    for (int i = 0; i < evidence.joint.size(); ++i)
      evidence.joint[i] = at(tile.form, tile.joint, i, r, c);
  }
  static void fill(Evidence<C, 2>& evidence, const TallyTile& tile, Index r, Index c) {
    fill_joint(evidence, tile, r, c);
  }
  static void transpose(Evidence<C, 2>& evidence) {
    std::swap(evidence.margin[0], evidence.margin[1]);
  }
  static void fill(Evidence<C, 3>& evidence, const TallyTile& tile, Index r, Index c) {
    fill_joint(evidence, tile, r, c);
    evidence.pair[0][0] = at(tile.pair_form, tile.pivot_rows, 0, 0, r);
    evidence.pair[1][0] = at(tile.pair_form, tile.pivot_cols, 0, 0, c);
    evidence.pair[2][0] = at(tile.pair_form, tile.row_cols, 0, r, c);
  }
};

template <>
struct EvidenceOf<GenotypeMoments> {
  static void fill(Evidence<GenotypeMoments, 2>& evidence, const TallyTile& tile, Index r,
                   Index c) {
    if (tile.form == TallyForm::complete) {
      const auto& [a, b] = evidence.margin.items;
      evidence.joint = {{tile.joint.row<std::int32_t>(0, r)[c], a[1], b[1], a[0], a[2], b[2]}};
      return;
    }
    const bool table = tile.form == TallyForm::table;
    for (int i = 0; i < GenotypeMoments::moments; ++i) {
      evidence.joint[i] =
          table ? tile.joint.row<std::int64_t>(i, r)[c] : tile.joint.row<std::int32_t>(i, r)[c];
    }
  }
  static void transpose(Evidence<GenotypeMoments, 2>& evidence) {
    using M = GenotypeMoments;
    std::swap(evidence.joint[M::xm], evidence.joint[M::mx]);
    std::swap(evidence.joint[M::zm], evidence.joint[M::mz]);
    std::swap(evidence.margin[0], evidence.margin[1]);
  }
};

template <>
struct EvidenceOf<GenotypeMatches> {
  static void fill(Evidence<GenotypeMatches, 2>& evidence, const TallyTile& tile, Index r,
                   Index c) {
    if (tile.form == TallyForm::complete) {
      const auto& [a, b] = evidence.margin.items;
      const auto product = [&](int plane) { return tile.joint.row<std::int32_t>(plane, r)[c]; };
      evidence.joint = {{product(0), product(1), a[2], b[2], a[0]}};
      return;
    }
    const bool table = tile.form == TallyForm::table;
    for (int i = 0; i < GenotypeMatches::matches; ++i) {
      evidence.joint[i] =
          table ? tile.joint.row<std::int64_t>(i, r)[c] : tile.joint.row<std::int32_t>(i, r)[c];
    }
  }
  static void transpose(Evidence<GenotypeMatches, 2>& evidence) {
    using M = GenotypeMatches;
    std::swap(evidence.joint[M::zm], evidence.joint[M::mz]);
    std::swap(evidence.margin[0], evidence.margin[1]);
  }
};

template <>
struct EvidenceOf<TraitSums> {
  static void fill(Evidence<TraitSums, 2>& evidence, const TallyTile& tile, Index r, Index c) {
    for (int i = 0; i < TraitSums::sums; ++i) {
      evidence.joint[i] = tile.joint.row<double>(i, r)[c];
    }
  }
  static void transpose(Evidence<TraitSums, 2>& evidence) {
    using S = TraitSums;
    constexpr int pairs[][2] = {{S::xm, S::mx}, {S::zm, S::mz}, {S::zx, S::xz}, {S::t_xm, S::t_mx}};
    for (const auto& [first, second] : pairs) {
      std::swap(evidence.joint[first], evidence.joint[second]);
    }
    std::swap(evidence.margin[0], evidence.margin[1]);
  }
};

}  // namespace encke
