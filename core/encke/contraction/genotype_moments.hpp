#pragma once

#include <encke/contraction/allele_counts.hpp>

namespace encke {

/// Second moments of genotypes. With x = copies of allele 1, less one, a channel reads
///   0: 1, 1: x, 2: x^2 (of a missing genotype 0),
/// and a field adds the product of what is read. Pairs only, and of their nine sums those six that
/// a correlation needs. All are over the samples that are present in both vectors.
struct GenotypeMoments {
  static constexpr ContractionId id = ContractionId::genotype_moments;
  using element = Genotype;
  using scalar = int;
  using accumulator = std::int64_t;
  static constexpr int channels = 3;

  ENCKE_FUNCTION static constexpr int read(Genotype g, int channel) {
    if (g == Genotype::missing) return 0;
    const int x = static_cast<int>(g) - 1;
    return channel == 0 ? 1 : channel == 1 ? x : x * x;
  }
  ENCKE_FUNCTION static constexpr int fold(int a, int b) { return a * b; }

  /// The sums of a pair (i, j), in the order in which they are stored. X, M, Z: channel 1, 0, 2 of
  /// vector i, then of vector j.
  enum Moment : int { xx, xm, mx, mm, zm, mz, moments };
  /// Channels of vectors i and j that a sum multiplies.
  static constexpr int channel_i[moments] = {1, 1, 0, 0, 2, 0};
  static constexpr int channel_j[moments] = {1, 0, 1, 0, 0, 2};
  /// Those of the nine cells that are stored, see Contraction.
  static constexpr int stored_cells(int /*way*/) { return moments; }
  static constexpr int stored_cell(int /*way*/, int k) {
    return channels * channel_i[k] + channel_j[k];
  }
  /// The first of them tells all of complete vectors.
  static constexpr int complete_cells(int /*way*/) { return 1; }
};

static_assert(Contraction<GenotypeMoments>);

template <>
struct Evidence<GenotypeMoments, 2> {
  using accumulator = std::int64_t;
  Array<std::int64_t, GenotypeMoments::moments> joint;              ///< see Moment
  Array<Array<std::int64_t, GenotypeMoments::channels>, 2> margin;  ///< of each vector by itself
};

}  // namespace encke
