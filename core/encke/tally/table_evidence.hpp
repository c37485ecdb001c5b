#pragma once

#include <encke/contraction/genotype_tables.hpp>
#include <encke/tally/evidence.hpp>

// Tables of genotypes by class. Kernels count, for each class, the samples in which each vector has
// genotype 0, or 1, or (missing form) is present; digit 0, 1, 2 of a product's index. Genotype 2 is
// what is left of those present.

namespace encke {

/// Products to cells, in place, for one class; digit 2 turns from "present" into genotype 2.
template <int Way, class T>
ENCKE_FUNCTION void expand_genotypes(T* t) {
  for (int digit = 1; digit < ipow(3, Way); digit *= 3) {
    for (int i = 0; i < ipow(3, Way); ++i) {
      if (i / digit % 3 == 2) t[i] = t[i] - t[i - digit] - t[i - 2 * digit];
    }
  }
}

/// Products of a pair of complete vectors (genotypes 0 and 1 of both) among those of two and three.
inline constexpr int complete_pair_products = 4;

template <>
struct EvidenceOf<GenotypeTables> {
  static void fill(Evidence<GenotypeTables, 2>& evidence, const TallyTile& tile, Index r, Index c) {
    for (int k = 0; k < 2; ++k) {
      auto* t = evidence.joint[k].begin();
      if (filled_in_full<9>(t, tile, k, r, c)) continue;
      const auto present = margins_of<2>(evidence, k, t, 3, 1);
      for (int i = 0; i < 4; ++i) {
        t[i / 2 * 3 + i % 2] = tile.joint.row<std::int32_t>(complete_pair_products * k + i, r)[c];
      }
      t[8] = present;
      expand_genotypes<2>(t);
    }
  }

  static void transpose(Evidence<GenotypeTables, 2>& evidence) {
    for (auto& table : evidence.joint) {
      for (int g = 0; g < 3; ++g) {
        for (int h = 0; h < g; ++h) std::swap(table[3 * g + h], table[3 * h + g]);
      }
    }
    std::swap(evidence.margin[0], evidence.margin[1]);
  }

  static void fill(Evidence<GenotypeTables, 3>& evidence, const TallyTile& tile, Index r, Index c) {
    for (int k = 0; k < 2; ++k) {
      auto* t = evidence.joint[k].begin();
      if (filled_in_full<27>(t, tile, k, r, c)) continue;
      const auto pair = [k](const TallyMatrix& m, int i, Index row, Index col) -> std::int64_t {
        return m.row<std::int32_t>(complete_pair_products * k + i, row)[col];
      };
      for (int i = 0; i < 8; ++i) {
        t[i / 4 * 9 + i / 2 % 2 * 3 + i % 2] = tile.joint.row<std::int32_t>(8 * k + i, r)[c];
      }
      for (int i = 0; i < 4; ++i) {
        const int a = i / 2;
        const int b = i % 2;
        t[9 * a + 3 * b + 2] = pair(tile.pivot_rows, i, 0, r);
        t[9 * a + 6 + b] = pair(tile.pivot_cols, i, 0, c);
        t[18 + 3 * a + b] = pair(tile.row_cols, i, r, c);
      }
      t[26] = margins_of<3>(evidence, k, t, 9, 3, 1);
      expand_genotypes<3>(t);
    }
  }

 private:
  /// Where the tile holds all products, or the table itself.
  template <int cells>
  static bool filled_in_full(std::int64_t* t, const TallyTile& tile, int k, Index r, Index c) {
    if (tile.form == TallyForm::complete) return false;
    for (int i = 0; i < cells; ++i) {
      t[i] = tile.form == TallyForm::table ? tile.joint.row<std::int64_t>(cells * k + i, r)[c]
                                           : tile.joint.row<std::int32_t>(cells * k + i, r)[c];
    }
    if (tile.form == TallyForm::missing) expand_genotypes<(cells == 9 ? 2 : 3)>(t);
    return true;
  }

  /// Puts each vector's own counts where all others are merely present; returns the class's size.
  template <int Way, class... Digits>
  static std::int64_t margins_of(const Evidence<GenotypeTables, Way>& evidence, int k,
                                 std::int64_t* t, Digits... digits) {
    const int digit[Way] = {digits...};
    for (int v = 0; v < Way; ++v) {
      for (int g = 0; g < 2; ++g) {
        t[ipow(3, Way) - 1 - (2 - g) * digit[v]] = evidence.margin[v][3 * k + g];
      }
    }
    const auto& first = evidence.margin[0];
    return first[3 * k] + first[3 * k + 1] + first[3 * k + 2];
  }
};

}  // namespace encke
