#pragma once

#include <encke/contraction/genotype_matches.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// What two samples have in common, counted over the variants that both have.
struct SharedGenotypes {
  std::int64_t present;    ///< variants that both have
  std::int64_t het_het;    ///< both heterozygous
  std::int64_t ibs0;       ///< opposite homozygotes
  std::int64_t het_first;  ///< the first heterozygous, whatever the second
  std::int64_t het_second;

  ENCKE_FUNCTION static SharedGenotypes of(const Evidence<GenotypeMatches, 2>& evidence) {
    using M = GenotypeMatches;
    const auto& t = evidence.joint;
    return {t[M::mm], t[M::mm] - t[M::zm] - t[M::mz] + t[M::zz], (t[M::zz] - t[M::xx]) / 2,
            t[M::mm] - t[M::zm], t[M::mm] - t[M::mz]};
  }
};

/// Kinship of two samples by KING-robust, the estimator between families:
///   1/2 - (heterozygous in one alone + 4 ibs0) / (4 min(het_first, het_second))
/// NaN where the smaller of these is 0. At most 1/2; about 1/4 of parents and children and of full
/// siblings, 1/8 and 1/16 of relatives of the second and third degree. Manichaikul et al.,
/// Bioinformatics 26 (2010), equation 11; as PLINK 2's --make-king-table has it.
///
/// Vectors are samples, fields are variants of the autosomes. A pair has four values, which are
/// columns of one line: the kinship, and the numbers `present`, `het_het` and `ibs0` of
/// SharedGenotypes. All numbers are exact, so that the kinship has one rounding of a division and
/// one of a difference, and is the same for (i, j) and (j, i).
struct King {
  using contraction = GenotypeMatches;
  enum Column : int { kinship, present, het_het, ibs0, columns };
  template <int Way>
  static constexpr int cells = columns;
  /// See HasDecidingCell.
  static constexpr int deciding_cell = kinship;

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<GenotypeMatches, Way>& evidence, int cell) const {
    const SharedGenotypes shared = SharedGenotypes::of(evidence);
    if (cell == present) return static_cast<double>(shared.present);
    if (cell == het_het) return static_cast<double>(shared.het_het);
    if (cell == ibs0) return static_cast<double>(shared.ibs0);
    const std::int64_t one_alone = shared.het_first + shared.het_second - 2 * shared.het_het;
    const std::int64_t least =
        shared.het_first < shared.het_second ? shared.het_first : shared.het_second;
    if (least == 0) return __builtin_nan("");
    return 0.5 - static_cast<double>(one_alone + 4 * shared.ibs0) / static_cast<double>(4 * least);
  }
};

static_assert(MetricFor<King, 2> && !MetricFor<King, 3> && HasDecidingCell<King>);

}  // namespace encke
