#pragma once

#include <algorithm>
#include <encke/contraction/trait_sums.hpp>
#include <encke/metric/metric.hpp>
#include <limits>

namespace encke {

/// Interaction of two variants on a trait: the regression
///   trait ~ 1 + g_i + g_j + g_i g_j,  g = copies of allele 1,
/// by least squares over the samples present in both. The value is the square of Student's t of the
/// product, that is F with 1 and n - 4 degrees of freedom; its p-value is that of chi-squared with
/// one, as in PLINK 1.9 (--epistasis). NaN with fewer than 5 samples, where the three columns and
/// the intercept depend on each other, and where the two variants alone leave nothing of the trait.
///
/// With covariances n Σuv - Σu Σv of x (copies less 1, which changes no t), and p = x_i x_j:
///   D = C_ii C_jj - C_ij^2,  D' = the determinant of i, j and p,
///   e = C_pt D - C_it (C_ip C_jj - C_jp C_ij) - C_jt (C_jp C_ii - C_ip C_ij),
///   F = (n - 4) g / (rest - g),  g = e^2 / D',
///   rest = C_tt D - C_it^2 C_jj - C_jt^2 C_ii + 2 C_it C_jt C_ij.
/// The sums are exact; the determinants are made of whole numbers where float64 would lose digits,
/// so that it is certain whether they are 0. Every expression is the same for (i, j) and (j, i).
struct LinearInteraction {
  using contraction = TraitSums;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;

  template <int Way>
  requires(Way == 2) double value(const Evidence<TraitSums, Way>& evidence, int) const {
    const auto& s = evidence.joint;
    const double n = s[TraitSums::mm];
    if (n < 5) return none;
    const Genotypes g(s);
    const double plane = g.plane();
    const double space = plane > 0 ? g.space(plane) : 0;
    if (!(space > 0)) return none;
    const double sum = s[TraitSums::t_mm];
    const double it = n * s[TraitSums::t_xm] - sum * s[TraitSums::xm];
    const double jt = n * s[TraitSums::t_mx] - sum * s[TraitSums::mx];
    const double pt = n * s[TraitSums::t_xx] - sum * s[TraitSums::xx];
    const double tt = n * s[TraitSums::q_mm] - sum * sum;
    const double e =
        pt * plane - (it * (g.ip * g.jj - g.jp * g.ij) + jt * (g.jp * g.ii - g.ip * g.ij));
    const double all = tt * plane;
    const double rest = all - ((it * it * g.jj + jt * jt * g.ii) - 2 * ((it * jt) * g.ij));
    if (!(rest > 1e-12 * all)) return none;
    const double gain = e * (e / space);
    return (n - 4) * gain / std::max(rest - gain, 1e-14 * rest);
  }

  template <int Way>
  requires(Way == 2) int degrees_of_freedom(const Evidence<TraitSums, Way>& /*evidence*/) const {
    return 1;
  }

  /// False of a vector that does not vary.
  bool may_have_value(const Array<double, 1>& margin) const { return margin[0] > 0; }

 private:
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  /// Covariances of the columns, whole numbers: up to 2^26 samples exact.
  struct Genotypes {
    double n, ii, jj, ij, ip, jp, pp;

    explicit Genotypes(const Array<double, TraitSums::sums>& s)
        : n(s[TraitSums::mm]),
          ii(n * s[TraitSums::zm] - s[TraitSums::xm] * s[TraitSums::xm]),
          jj(n * s[TraitSums::mz] - s[TraitSums::mx] * s[TraitSums::mx]),
          ij(n * s[TraitSums::xx] - s[TraitSums::xm] * s[TraitSums::mx]),
          ip(n * s[TraitSums::zx] - s[TraitSums::xx] * s[TraitSums::xm]),
          jp(n * s[TraitSums::xz] - s[TraitSums::xx] * s[TraitSums::mx]),
          pp(n * s[TraitSums::zz] - s[TraitSums::xx] * s[TraitSums::xx]) {}

    /// The determinant of i and j.
    double plane() const {
      const double most = ii * jj;
      const double rounded = most - ij * ij;
      if (rounded > clear * most) return rounded;
      return static_cast<double>(whole(ii) * whole(jj) - whole(ij) * whole(ij));
    }

    /// The determinant of i, j and p. Beyond 2^20 samples what is small is taken for 0.
    double space(double plane) const {
      const double most = pp * plane;
      const double rounded = most - ((ip * ip * jj + jp * jp * ii) - 2 * ((ip * jp) * ij));
      if (rounded > clear * most) return rounded;
      if (n > 0x1p20) return rounded > 1e-9 * most ? rounded : 0;
      const Whole a = whole(ii), b = whole(jj), c = whole(ij), d = whole(ip), e = whole(jp);
      return static_cast<double>(whole(pp) * (a * b - c * c) -
                                 (d * d * b + e * e * a - 2 * d * e * c));
    }

    __extension__ using Whole = __int128;
    static Whole whole(double x) { return static_cast<Whole>(x); }
    static constexpr double clear = 1e-3;  ///< such a share of a product is left to 1e-12
  };
};

static_assert(MetricFor<LinearInteraction, 2> && !MetricFor<LinearInteraction, 3>);
static_assert(HasDegreesOfFreedom<LinearInteraction, 2> && MayLackValues<LinearInteraction>);

}  // namespace encke
