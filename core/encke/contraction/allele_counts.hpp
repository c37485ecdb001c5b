#pragma once

#include <encke/contraction/contraction.hpp>

namespace encke {

/// Copies of allele 1 in one sample, or missing.
enum class Genotype : std::uint8_t { hom0 = 0, het = 1, hom1 = 2, missing = 3 };

/// Allele tallies of biallelic genotypes: channel a reads the copies of allele a (0, 1 or 2),
/// and a field adds the product of what is read. A missing genotype adds nothing to any tally.
/// Joubert et al., Parallel Computing 84 (2019), section 3.
struct AlleleCounts {
  static constexpr ContractionId id = ContractionId::allele_counts;
  using element = Genotype;
  using scalar = int;
  using accumulator = std::int64_t;
  static constexpr int channels = 2;

  ENCKE_FUNCTION static constexpr int read(Genotype g, int channel) {
    if (g == Genotype::missing) return 0;
    return channel == 1 ? static_cast<int>(g) : 2 - static_cast<int>(g);
  }
  ENCKE_FUNCTION static constexpr int fold(int a, int b) { return a * b; }
};

static_assert(Contraction<AlleleCounts>);

}  // namespace encke
