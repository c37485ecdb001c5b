#pragma once

#include <cmath>
#include <encke/contraction/allele_bits.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Cosine of sets, given as bits (Ochiai's coefficient), in [0, 1]: c / sqrt(a b), with a and b the
/// sizes of the sets and c that of their intersection. Ochiai, Bulletin of the Japanese Society of
/// Scientific Fisheries 22 (1957). Exactly 1 for equal sets. Samples must be present in all
/// vectors.
struct Cosine {
  using contraction = AlleleBits;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr bool overlap = true;  ///< see HasOverlapScreen

  /// Value of two empty sets; where one is empty, 0/0 too by the definition, the cosine is 0.
  double empty = __builtin_nan("");
  /// The value is 1 - the cosine, rounded once more.
  bool distance = false;

  bool complete_only() const { return true; }
  /// A cosine of at least T has min(a, b) >= T^2 max(a, b), for c <= min(a, b); on such sizes
  /// T sqrt(a b) / (a + b) is least at the edge. See HasOverlapShare.
  static double overlap_share(double value) { return value * value / (1 + value * value); }

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<AlleleBits, Way>& evidence, int) const {
    const auto a = static_cast<double>(evidence.margin[0][1]);
    const auto b = static_cast<double>(evidence.margin[1][1]);
    if (a + b == 0) return empty;
    const double cosine =
        a * b == 0 ? 0 : static_cast<double>(evidence.joint[3]) / std::sqrt(a * b);
    return distance ? 1 - cosine : cosine;
  }
};

static_assert(MetricFor<Cosine, 2> && !MetricFor<Cosine, 3>);
static_assert(HasOverlapShare<Cosine> && HasDistanceForm<Cosine>);

}  // namespace encke
