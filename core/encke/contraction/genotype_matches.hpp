#pragma once

#include <encke/contraction/genotype_moments.hpp>

namespace encke {

/// How the genotypes of two vectors match, field by field: what identity by state and kinship are
/// made of. Reads what GenotypeMoments reads: 1, x and x^2, with x = copies of allele 1, less one.
/// So x^2 is 1 of a homozygote and 0 of a heterozygote, and x_i x_j is 1 of equal and -1 of
/// opposite homozygotes. Pairs only, and of their nine sums these five. All are over the fields
/// that are present in both vectors.
struct GenotypeMatches {
  static constexpr ContractionId id = ContractionId::genotype_matches;
  using element = Genotype;
  using scalar = int;
  using accumulator = std::int64_t;
  static constexpr int channels = GenotypeMoments::channels;

  ENCKE_FUNCTION static constexpr int read(Genotype g, int channel) {
    return GenotypeMoments::read(g, channel);
  }
  ENCKE_FUNCTION static constexpr int fold(int a, int b) { return a * b; }

  /// The sums of a pair (i, j), in the order in which they are stored. X, M, Z: channel 1, 0, 2 of
  /// vector i, then of vector j.
  enum Match : int { xx, zz, zm, mz, mm, matches };
  /// Channels of vectors i and j that a sum multiplies.
  static constexpr int channel_i[matches] = {1, 2, 2, 0, 0};
  static constexpr int channel_j[matches] = {1, 2, 0, 2, 0};
  /// Those of the nine cells that are stored, see Contraction.
  static constexpr int stored_cells(int /*way*/) { return matches; }
  static constexpr int stored_cell(int /*way*/, int k) {
    return channels * channel_i[k] + channel_j[k];
  }
  /// The first of them tell all of complete vectors.
  static constexpr int complete_cells(int /*way*/) { return 2; }
};

static_assert(Contraction<GenotypeMatches>);

template <>
struct Evidence<GenotypeMatches, 2> {
  using accumulator = std::int64_t;
  Array<std::int64_t, GenotypeMatches::matches> joint;              ///< see Match
  Array<Array<std::int64_t, GenotypeMatches::channels>, 2> margin;  ///< of each vector by itself
};

}  // namespace encke
