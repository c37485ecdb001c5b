#pragma once

#include <cmath>
#include <encke/metric/interaction/alleles.hpp>

namespace encke {

/// Interaction of two variants by their joint effects, a chi-squared statistic with one degree of
/// freedom. In a class let n_gh be the counts of genotypes, with g and h copies of the rarer allele
/// of each vector (the one that fewer of the vector's own samples have; of equal ones allele 1),
/// and
///   i_gh = n_gh n_00 / (n_g0 n_0h),  g, h = 1, 2.
/// In a population of haplotypes with odds ratio r that mate at random these are estimates of
/// r^2 (i_22), r (i_21, i_12) and (r + 1) / 2 (i_11). L is the mean of the four estimates of ln r
/// that follow, with the weights of least variance, and v its variance; where an i_11 is at most
/// 1/2 the same of ln ((r + 1) / 2). The value is
///   (L_case - L_control)^2 / (v_case + v_control), and of cases alone  L_case^2 / v_case.
/// A pair has no value where a count of a class that matters is below `fewest`. Where n_00 is less
/// than a hundredth of the class, all others are made smaller by one factor, so that it is one.
/// Ueki and Cordell, PLoS Genetics 8 (2012); in PLINK 1.9 `--fast-epistasis joint-effects`, whose
/// `--je-cellmin` is 5 by default.
struct JointEffects {
  using contraction = GenotypeTables;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;
  static constexpr std::int64_t fewest = 5;

  bool case_only = false;

  template <int Way>
  requires(Way == 2) double value(const Evidence<GenotypeTables, Way>& evidence, int) const {
    if (degrees_of_freedom<2>(evidence) == 0) return std::nan("");
    const bool flip[2] = {is_common(evidence.margin[0]), is_common(evidence.margin[1])};
    const auto of_cases = ratios(evidence.joint[1], flip);
    if (case_only) {
      const RatioEstimate only = mean(of_cases, of_cases.ratio[3] > 0.5);
      return only.value * only.value / only.variance;
    }
    const auto of_controls = ratios(evidence.joint[0], flip);
    const bool of_ratio = of_cases.ratio[3] > 0.5 && of_controls.ratio[3] > 0.5;
    const RatioEstimate a = mean(of_cases, of_ratio);
    const RatioEstimate b = mean(of_controls, of_ratio);
    return (a.value - b.value) * (a.value - b.value) / (a.variance + b.variance);
  }

  template <int Way>
  requires(Way == 2) int degrees_of_freedom(const Evidence<GenotypeTables, Way>& evidence) const {
    for (int of_class = case_only ? 1 : 0; of_class < 2; ++of_class) {
      for (const auto count : evidence.joint[of_class]) {
        if (count < fewest) return 0;
      }
    }
    return 1;
  }

  /// Each genotype of a vector is in three cells of the table.
  bool may_have_value(const Array<std::int64_t, GenotypeTables::channels>& margin) const {
    for (int channel = case_only ? 3 : 0; channel < 6; ++channel) {
      if (margin[channel] < 3 * fewest) return false;
    }
    return true;
  }

 private:
  /// Counts of one class, and i_22, i_21, i_12, i_11.
  struct Ratios {
    double n[3][3];
    double ratio[4];
  };

  /// True if allele 1 is the more frequent one.
  static bool is_common(const Array<std::int64_t, GenotypeTables::channels>& margin) {
    return margin[2] + margin[5] > margin[0] + margin[3];
  }

  static Ratios ratios(const Array<std::int64_t, 9>& counts, const bool (&flip)[2]) {
    Ratios of{};
    double total = 0;
    for (int g = 0; g < 3; ++g) {
      for (int h = 0; h < 3; ++h) {
        const int cell = 3 * (flip[0] ? 2 - g : g) + (flip[1] ? 2 - h : h);
        of.n[g][h] = static_cast<double>(counts[cell]);
        total += of.n[g][h];  // whole numbers: exact
      }
    }
    if (in_other_order(of.n)) transpose(of.n);
    if (of.n[0][0] * 100 < total) enlarge_first(of.n, total);
    const auto ratio = [&](int g, int h) {
      return of.n[g][h] * of.n[0][0] / (of.n[g][0] * of.n[0][h]);
    };
    of.ratio[0] = ratio(2, 2);
    of.ratio[1] = ratio(2, 1);
    of.ratio[2] = ratio(1, 2);
    of.ratio[3] = ratio(1, 1);
    return of;
  }

  /// The value has the same bits whichever vector comes first: of a table and its transpose, one.
  static bool in_other_order(const double (&n)[3][3]) {
    if (n[0][1] != n[1][0]) return n[0][1] < n[1][0];
    if (n[0][2] != n[2][0]) return n[0][2] < n[2][0];
    return n[1][2] < n[2][1];
  }

  static void transpose(double (&n)[3][3]) {
    for (int g = 0; g < 3; ++g) {
      for (int h = 0; h < g; ++h) {
        const double kept = n[g][h];
        n[g][h] = n[h][g];
        n[h][g] = kept;
      }
    }
  }

  static void enlarge_first(double (&n)[3][3], double total) {
    const double factor = total / (1.01 * total - n[0][0]);
    for (auto& row : n) {
      for (double& count : row) count *= factor;
    }
    n[0][0] = 0.01 * factor * total;
  }

  /// The mean of the four estimates, of ln r or of ln ((r + 1) / 2).
  static RatioEstimate mean(const Ratios& of, bool of_ratio) {
    const double root = std::sqrt(of.ratio[0]);
    double x[4];
    double slope[4];  // of x by the logarithm of the ratio
    if (of_ratio) {
      const double twice = 2 * of.ratio[3];
      for (int k = 0; k < 3; ++k) x[k] = std::log(of.ratio[k]);
      x[0] *= 0.5;
      x[3] = std::log(twice - 1);
      slope[0] = 0.5;
      slope[1] = slope[2] = 1;
      slope[3] = twice / (twice - 1);
    } else {
      x[0] = std::log((root + 1) * 0.5);
      slope[0] = root / (2 * root + 2);
      for (int k = 1; k < 3; ++k) {
        x[k] = std::log((of.ratio[k] + 1) * 0.5);
        slope[k] = of.ratio[k] / (of.ratio[k] + 1);
      }
      x[3] = std::log(of.ratio[3]);
      slope[3] = 1;
    }
    double weight[4];
    weights(of, slope, weight);
    double sum = 0;
    double all = 0;
    for (int k = 0; k < 4; ++k) {
      sum += weight[k] * x[k];
      all += weight[k];
    }
    return {sum / all, 1 / all};
  }

  /// The row sums of the inverse of the estimates' covariances V: V w = 1, by Cholesky's method. V
  /// is positive definite, because each ratio has a count of its own.
  static void weights(const Ratios& of, const double (&slope)[4], double (&w)[4]) {
    constexpr int of_first[4] = {2, 2, 1, 1};
    constexpr int of_second[4] = {2, 1, 2, 1};
    double v[4][4];
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j <= i; ++j) {
        double covariance = 1 / of.n[0][0];
        if (of_first[i] == of_first[j]) covariance += 1 / of.n[of_first[i]][0];
        if (of_second[i] == of_second[j]) covariance += 1 / of.n[0][of_second[i]];
        if (i == j) covariance += 1 / of.n[of_first[i]][of_second[i]];
        v[i][j] = covariance * slope[i] * slope[j];
      }
    }
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j <= i; ++j) {
        for (int k = 0; k < j; ++k) v[i][j] -= v[i][k] * v[j][k];
        v[i][j] = i == j ? std::sqrt(v[i][i]) : v[i][j] / v[j][j];
      }
    }
    for (int i = 0; i < 4; ++i) {
      w[i] = 1;
      for (int k = 0; k < i; ++k) w[i] -= v[i][k] * w[k];
      w[i] /= v[i][i];
    }
    for (int i = 3; i >= 0; --i) {
      for (int k = i + 1; k < 4; ++k) w[i] -= v[k][i] * w[k];
      w[i] /= v[i][i];
    }
  }
};

static_assert(MetricFor<JointEffects, 2> && !MetricFor<JointEffects, 3>);
static_assert(HasDegreesOfFreedom<JointEffects, 2>);

}  // namespace encke
