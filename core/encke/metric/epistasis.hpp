#pragma once

#include <encke/contraction/genotype_tables.hpp>
#include <encke/metric/count_table.hpp>
#include <encke/metric/metric.hpp>

// Scores of epistasis: how much the class (control or case) depends on a combination of genotypes,
// from the table of combinations by class. Samples that are missing in one of the vectors are left
// out of the tuple's table; a tuple without samples of both classes has no association to find.
// The cells are visited in ascending order, in float64.

namespace encke {

/// Samples of each class in a table.
template <int Way>
ENCKE_FUNCTION Array<std::int64_t, 2> class_sizes(const Evidence<GenotypeTables, Way>& evidence) {
  Array<std::int64_t, 2> n = {{0, 0}};
  for (int c = 0; c < 2; ++c) {
    for (const auto count : evidence.joint[c]) n[c] += count;
  }
  return n;
}

/// The Bayesian score K2, smaller is better, at least 0:
///   sum over cells of [ln (r + 1)! - ln r_control! - ln r_case!], r = r_control + r_case.
/// Cooper and Herskovits, Machine Learning 9 (1992); as Nobre et al., IPDPS 2020, equation 1.
struct K2 {
  using contraction = GenotypeTables;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr CellScore cell_score = CellScore::k2;

  /// For vectors of at most `fields` samples.
  explicit K2(Index fields) : log_factorial(CountTable::log_factorial(fields + 1)) {}

  template <int Way>
  double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    double sum = 0;
    for (int cell = 0; cell < ipow(3, Way); ++cell) {
      const Index a = evidence.joint[0][cell];
      const Index b = evidence.joint[1][cell];
      sum += log_factorial[a + b + 1] - (log_factorial[a] + log_factorial[b]);
    }
    return sum;
  }

  CountTable log_factorial;
};

/// True if the shares of the classes are the same in every cell of a table; exactly.
template <int Way>
ENCKE_FUNCTION bool is_independent(const Evidence<GenotypeTables, Way>& evidence,
                                   const Array<std::int64_t, 2>& n) {
  for (int cell = 0; cell < ipow(3, Way); ++cell) {
    if (evidence.joint[1][cell] * n[0] != evidence.joint[0][cell] * n[1]) return false;
  }
  return true;
}

/// Mutual information of the combination of genotypes and the class, in nats, in [0, ln 2]; 0 for a
/// table without samples, and exactly 0 where the class does not depend on the combination at all.
struct MutualInformation {
  using contraction = GenotypeTables;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr CellScore cell_score = CellScore::mutual_information;

  explicit MutualInformation(Index fields) : n_log_n(CountTable::n_log_n(fields)) {}

  template <int Way>
  double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    double sum = 0;
    for (int cell = 0; cell < ipow(3, Way); ++cell) {
      const Index a = evidence.joint[0][cell];
      const Index b = evidence.joint[1][cell];
      sum += (n_log_n[a] + n_log_n[b]) - n_log_n[a + b];
    }
    const auto n = class_sizes(evidence);
    const Index all = n[0] + n[1];
    if (all == 0) return 0;
    const double known = n_log_n[all] - (n_log_n[n[0]] + n_log_n[n[1]]);
    const double information = (sum + known) / static_cast<double>(all);
    constexpr double rounding = 1e-12;  // beyond that of any table
    if (information < rounding && is_independent<Way>(evidence, n)) return 0;
    return information > 0 ? information : 0;  // below by rounding alone
  }

  CountTable n_log_n;
};

/// Pearson's chi-squared statistic of the table, at least 0: of r genotype combinations that occur,
/// with r - 1 degrees of freedom. 0 where one class has no sample.
struct ChiSquared {
  using contraction = GenotypeTables;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr CellScore cell_score = CellScore::chi_squared;

  template <int Way>
  double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    const auto n = class_sizes(evidence);
    if (n[0] == 0 || n[1] == 0) return 0;
    double sum = 0;
    for (int cell = 0; cell < ipow(3, Way); ++cell) {
      const std::int64_t a = evidence.joint[0][cell];
      const std::int64_t b = evidence.joint[1][cell];
      if (a + b == 0) continue;
      // (observed - expected)^2 / expected of both classes together; 2^57 at most before rounding
      const auto excess = static_cast<double>(b * n[0] - a * n[1]);
      sum += excess * excess / static_cast<double>(a + b);
    }
    return sum / (static_cast<double>(n[0]) * static_cast<double>(n[1]));
  }

  template <int Way>
  int degrees_of_freedom(const Evidence<GenotypeTables, Way>& evidence) const {
    const auto n = class_sizes(evidence);
    if (n[0] == 0 || n[1] == 0) return 0;
    int occurring = 0;
    for (int cell = 0; cell < ipow(3, Way); ++cell) {
      occurring += evidence.joint[0][cell] + evidence.joint[1][cell] > 0 ? 1 : 0;
    }
    return occurring - 1;
  }

  /// Each genotype of a vector is in another cell.
  int least_degrees_of_freedom(int genotypes) const { return genotypes > 2 ? genotypes - 1 : 1; }
};

static_assert(MetricFor<K2, 2> && MetricFor<K2, 3> && HasScoreScreen<K2>);
static_assert(MetricFor<MutualInformation, 2> && MetricFor<MutualInformation, 3>);
static_assert(MetricFor<ChiSquared, 2> && MetricFor<ChiSquared, 3>);
static_assert(HasDegreesOfFreedom<ChiSquared, 2> && HasDegreesOfFreedom<ChiSquared, 3>);
static_assert(HasLeastDegrees<ChiSquared>);

}  // namespace encke
