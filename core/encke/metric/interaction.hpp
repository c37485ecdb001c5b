#pragma once

#include <cmath>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Interaction of two variants on the class beyond the effects of each: the likelihood ratio
/// statistic of the log-linear model without three-way interaction,
///   2 sum n ln (n / m),
/// with m fitted to the pair's counts and to each vector's counts by class. Asymptotically
/// chi-squared with (r - 1)(s - 1) degrees of freedom, r and s genotypes of the vectors occurring;
/// NaN where that is 0. At least 0.
/// Wan et al., American Journal of Human Genetics 87 (2010).
///
/// The fit is iterative, and on some sparse tables slow; its start, its order and its end (the
/// counts change by at most 0.001 in sum) are part of the definition, as in that paper's program
/// and in PLINK 1.9 (--fast-epistasis boost), whose printed digits the values have.
struct Interaction {
  using contraction = GenotypeTables;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;
  static constexpr CellScore cell_score = CellScore::interaction;

  template <int Way>
  requires(Way == 2) double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    if (degrees_of_freedom<2>(evidence) == 0) return std::nan("");
    const auto& n = evidence.joint;
    double m[2][9];
    for (auto& of_class : m) {
      for (double& x : of_class) x = 1;
    }
    double change = 1;
    while (change > 0.001) change = fit(n, m);
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      for (int i = 0; i < 9; ++i) {
        const auto count = static_cast<double>(n[k][i]);
        if (count > 0) sum += count * std::log(count / m[k][i]);
      }
    }
    return sum < 0 ? 0 : 2 * sum;  // below by rounding alone
  }

  template <int Way>
  requires(Way == 2) int degrees_of_freedom(const Evidence<GenotypeTables, Way>& evidence) const {
    bool first[3] = {}, second[3] = {};
    for (int i = 0; i < 9; ++i) {
      if (evidence.joint[0][i] + evidence.joint[1][i] == 0) continue;
      first[i / 3] = second[i % 3] = true;
    }
    const auto occurring = [](const bool* g) { return g[0] + g[1] + g[2]; };
    const int r = occurring(first);
    const int s = occurring(second);
    return r < 2 || s < 2 ? 0 : (r - 1) * (s - 1);
  }

  int least_degrees_of_freedom(int genotypes) const {
    return genotypes > 2 ? (genotypes - 1) * (genotypes - 1) : 1;
  }

  /// A vector with one genotype interacts with none.
  bool may_have_value(const Array<std::int64_t, GenotypeTables::channels>& margin) const {
    int occurring = 0;
    for (int g = 0; g < 3; ++g) occurring += margin[g] + margin[g + 3] > 0 ? 1 : 0;
    return occurring > 1;
  }

 private:
  using Counts = Array<Array<std::int64_t, 9>, 2>;

  /// Scales some fitted counts so that they have the sum of the observed ones.
  template <int N>
  static void scale(const std::int64_t (&observed)[N], double* const (&fitted)[N]) {
    std::int64_t want = 0;
    double have = 0;
    for (int i = 0; i < N; ++i) {
      want += observed[i];
      have += *fitted[i];
    }
    const double factor = have > 0 ? static_cast<double>(want) / have : 0;
    for (int i = 0; i < N; ++i) *fitted[i] *= factor;
  }

  /// One round; returns the sum of the changes.
  static double fit(const Counts& n, double (&m)[2][9]) {
    double before[2][9];
    for (int k = 0; k < 2; ++k) {
      for (int i = 0; i < 9; ++i) before[k][i] = m[k][i];
    }
    for (int i = 0; i < 9; ++i) scale<2>({n[0][i], n[1][i]}, {&m[0][i], &m[1][i]});
    for (int k = 0; k < 2; ++k) {
      const auto& c = n[k];
      auto* const x = m[k];
      for (int g = 0; g < 9; g += 3) {
        scale<3>({c[g], c[g + 1], c[g + 2]}, {&x[g], &x[g + 1], &x[g + 2]});
      }
    }
    for (int k = 0; k < 2; ++k) {
      const auto& c = n[k];
      auto* const x = m[k];
      for (int g = 0; g < 3; ++g)
        scale<3>({c[g], c[g + 3], c[g + 6]}, {&x[g], &x[g + 3], &x[g + 6]});
    }
    double change = 0;
    for (int k = 0; k < 2; ++k) {
      for (int i = 0; i < 9; ++i) change += std::abs(m[k][i] - before[k][i]);
    }
    return change;
  }
};

static_assert(MetricFor<Interaction, 2> && !MetricFor<Interaction, 3>);
static_assert(MayLackValues<Interaction> && HasLeastDegrees<Interaction>);
static_assert(HasScoreScreen<Interaction> && HasDegreesOfFreedom<Interaction, 2>);

}  // namespace encke
