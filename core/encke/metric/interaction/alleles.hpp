#pragma once

#include <cmath>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// True if a vector has more than one genotype among its samples.
inline bool has_two_genotypes(const Array<std::int64_t, GenotypeTables::channels>& margin) {
  int occurring = 0;
  for (int g = 0; g < 3; ++g) occurring += margin[g] + margin[g + 3] > 0 ? 1 : 0;
  return occurring > 1;
}

/// The logarithm of an odds ratio, or a function of it, and the variance of this estimate.
struct RatioEstimate {
  double value;
  double variance;
};

/// Interaction of two variants by their alleles, a chi-squared statistic with one degree of
/// freedom: of the table of alleles, to which a sample with g and h copies adds g h, g (2 - h),
/// (2 - g) h and (2 - g)(2 - h), the log odds ratio L and its variance v in each class give
///   (L_case - L_control)^2 / (v_case + v_control), and of cases alone  L_case^2 / v_case.
/// The latter supposes that the variants are independent in the population.
/// v is that of a function of the nine genotype counts (delta method), not of the four of alleles;
/// where one of the nine is 0, 0.5 is added to each. A pair has no value where one of its vectors
/// has a single genotype among all of its own samples.
/// Ueki and Cordell, PLoS Genetics 8 (2012), the adjusted form of the statistic of Wu et al.; in
/// PLINK 1.9 `--fast-epistasis`, with `case-only` of the cases alone.
struct AlleleInteraction {
  using contraction = GenotypeTables;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;

  bool case_only = false;

  template <int Way>
  requires(Way == 2) double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    if (degrees_of_freedom<2>(evidence) == 0) return std::nan("");
    const RatioEstimate of_cases = log_odds_ratio(evidence.joint[1]);
    if (case_only) return of_cases.value * of_cases.value / of_cases.variance;
    const RatioEstimate of_controls = log_odds_ratio(evidence.joint[0]);
    const double difference = of_cases.value - of_controls.value;
    return difference * difference / (of_cases.variance + of_controls.variance);
  }

  template <int Way>
  requires(Way == 2) int degrees_of_freedom(const Evidence<GenotypeTables, Way>& evidence) const {
    const bool both = may_have_value(evidence.margin[0]) && may_have_value(evidence.margin[1]);
    return both ? 1 : 0;
  }

  bool may_have_value(const Array<std::int64_t, GenotypeTables::channels>& margin) const {
    return has_two_genotypes(margin);
  }

 private:
  /// Takes a class's counts; a table and its transpose give the same bits.
  static RatioEstimate log_odds_ratio(const Array<std::int64_t, 9>& counts) {
    bool whole = true;
    for (const auto count : counts) whole = whole && count > 0;
    const double added = whole ? 0 : 0.5;
    double n[3][3];
    for (int cell = 0; cell < 9; ++cell) {
      n[cell / 3][cell % 3] = static_cast<double>(counts[cell]) + added;
    }
    const double both = 4 * n[2][2] + 2 * (n[2][1] + n[1][2]) + n[1][1];
    const double none = 4 * n[0][0] + 2 * (n[0][1] + n[1][0]) + n[1][1];
    const double first = 4 * n[2][0] + 2 * (n[2][1] + n[1][0]) + n[1][1];
    const double second = 4 * n[0][2] + 2 * (n[1][2] + n[0][1]) + n[1][1];
    const auto term = [&](int g, int h) {
      const double slope =
          (g * h / both + (2 - g) * (2 - h) / none) - (g * (2 - h) / first + (2 - g) * h / second);
      return n[g][h] * (slope * slope);
    };
    const double equal = (term(0, 0) + term(2, 2)) + term(1, 1);
    const double others = (term(0, 1) + term(1, 0)) + (term(1, 2) + term(2, 1));
    return {std::log((both * none) / (first * second)),
            equal + (others + (term(0, 2) + term(2, 0)))};
  }
};

static_assert(MetricFor<AlleleInteraction, 2> && !MetricFor<AlleleInteraction, 3>);
static_assert(HasDegreesOfFreedom<AlleleInteraction, 2>);

}  // namespace encke
