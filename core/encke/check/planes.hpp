#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/contraction/genotype_moments.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/tally/tally_tile.hpp>

namespace encke {

/// What the planes of a tile are to RowCheck: which products of x's and m's (see
/// row_check_sums.hpp) they are parts of. A specialisation for each contraction that it knows.
template <class C>
struct RowCheckPlanes;

/// Each plane is one product.
struct ProductPlanes {
  /// Products of the x or m of `way` vectors; bit way-1-v of a product is 1 where vector v enters
  /// as m. Product 0 alone tells all of complete vectors.
  static constexpr int products(int way) { return ipow(2, way); }
  /// Planes of `way` vectors in a tile.
  static int in_tile(TallyForm form, int way) {
    return form == TallyForm::complete ? 1 : ipow(2, way);
  }
  /// The form of the pair tallies that come with triples.
  static TallyForm of_pairs(const TallyTile& tile) { return tile.pair_form; }
  /// Calls visit(product, factor) for each product that a plane is a part of.
  template <int way, class Visit>
  static void for_each_product(TallyForm, int plane, Visit&& visit) {
    visit(plane, 1);
  }
};

template <>
struct RowCheckPlanes<AlleleCounts> : ProductPlanes {};
template <>
struct RowCheckPlanes<AlleleBits> : ProductPlanes {};

/// Six sums, of which the last two are not products of x's and m's.
template <>
struct RowCheckPlanes<GenotypeMoments> : ProductPlanes {
  static int in_tile(TallyForm form, int) {
    return form == TallyForm::complete ? 1 : GenotypeMoments::moments;
  }
};

/// One sum, and nothing is ever missing.
template <>
struct RowCheckPlanes<CountMinima> : ProductPlanes {
  static constexpr int products(int) { return 1; }
  static int in_tile(TallyForm, int) { return 1; }
};

/// The planes of a class count samples by genotype, or by genotype 0, 1 and presence. So a product
/// is a sum of all planes, each with the product of its genotypes' factors.
template <>
struct RowCheckPlanes<GenotypeTables> : ProductPlanes {
  static constexpr int genotypes(TallyForm form) { return form == TallyForm::complete ? 2 : 3; }
  static constexpr int in_tile(TallyForm form, int way) {
    return GenotypeTables::classes * ipow(genotypes(form), way);
  }
  /// Pairs of complete vectors, but in a table.
  static TallyForm of_pairs(const TallyTile& tile) {
    return tile.form == TallyForm::table ? TallyForm::table : TallyForm::complete;
  }
  template <int way, class Visit>
  static void for_each_product(TallyForm form, int plane, Visit&& visit) {
    const auto& factor = factors<way>.of[static_cast<int>(form)][plane];
    for (int product = 0; product < ipow(2, way); ++product) {
      if (factor[product] != 0) visit(product, factor[product]);
    }
  }

 private:
  /// Factor of x or m of a vector whose genotype is the plane's digit.
  static constexpr int factor_of(TallyForm form, int of_class, int digit, bool m) {
    constexpr int x[GenotypeTables::classes][3] = {{1, -2, 0}, {-2, 1, 0}};
    if (!m) return x[of_class][digit];
    return form == TallyForm::table || digit == 2 ? 1 : 0;  // digit 2: present, if no table
  }
  template <int way>
  struct Factors {
    int of[3][GenotypeTables::classes * ipow(3, way)][ipow(2, way)] = {};

    constexpr Factors() {
      for (const TallyForm form : {TallyForm::table, TallyForm::complete, TallyForm::missing}) {
        for (int plane = 0; plane < in_tile(form, way); ++plane) set(form, plane);
      }
    }
    constexpr void set(TallyForm form, int plane) {
      const int base = genotypes(form), cells = ipow(base, way);
      for (int product = 0; product < ipow(2, way); ++product) {
        int factor = 1, cell = plane % cells;
        for (int v = 0; v < way; ++v, cell /= base) {  // the last vector first
          factor *= factor_of(form, plane / cells, cell % base, (product >> v & 1) != 0);
        }
        of[static_cast<int>(form)][plane][product] = factor;
      }
    }
  };
  template <int way>
  static constexpr Factors<way> factors{};
};

}  // namespace encke
