#pragma once

#include <encke/contraction/allele_counts.hpp>

namespace encke {

/// Genotype of one sample in one vector, and the sample's trait: a whole number, and about its
/// square. Both are the same in all vectors.
struct TraitGenotype {
  Genotype genotype;
  double trait;
  double square;
};

/// Sums by which a trait is regressed on two genotypes and their product. With
///   x = copies of allele 1, less one, z = x^2, m = 1 (of a missing genotype all three are 0),
/// t the trait and q its square, a field adds to each sum the product of what the sum's name has:
/// first of vector i, then of vector j, which may be x, z or m. Pairs only.
///
/// All sums are exact, so that their order does not matter: traits are whole numbers whose sum has
/// 52 bits at most, squares multiples of a power of two with as many digits (see
/// pack::TraitNumbers).
struct TraitSums {
  static constexpr ContractionId id = ContractionId::trait_sums;
  using element = TraitGenotype;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;

  ENCKE_FUNCTION static constexpr double read(TraitGenotype e, int) {
    return e.genotype == Genotype::missing ? 0 : static_cast<double>(e.genotype) - 1;
  }
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a * b; }

  enum Sum : int { mm, xm, mx, zm, mz, xx, zx, xz, zz, t_mm, t_xm, t_mx, t_xx, q_mm, sums };
};

static_assert(Contraction<TraitSums>);

template <>
struct Evidence<TraitSums, 2> {
  using accumulator = double;
  Array<double, TraitSums::sums> joint;  ///< see Sum
  /// Each vector's n Σz - (Σx)^2 over its n samples: 0 where it does not vary.
  Array<Array<double, 1>, 2> margin;
};

}  // namespace encke
