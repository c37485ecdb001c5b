#pragma once

#include <encke/metric/ascending.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Parameters of the correlation coefficients of alleles.
struct CorrelationParameters {
  double multiplier;
  double gamma;
  bool missing;
};

/// One value of the correlation coefficients of alleles (see Ccc and Duo),
///   k f(a,b[,c]) prod_v (1 - g f_v(allele of v)),
/// with f the relative frequencies among the samples present in the vectors concerned; a sample
/// holds `Copies` alleles. 0 where no sample is present in all vectors.
///
/// The order of the operations is that of the predecessor (Joubert et al., Parallel Computing 84
/// (2019)), so that values agree with it to the bit.
template <int Copies, class C, int Way>
ENCKE_FUNCTION double correlation(const CorrelationParameters& p, const Evidence<C, Way>& evidence,
                                  int cell) {
  std::int64_t total = 0;
  for (auto count : evidence.joint) total += count;
  double present[Way];
  double copies[Way];
  for (int v = 0; v < Way; ++v) {
    const auto& s = evidence.margin[v];
    present[v] = static_cast<double>((s[0] + s[1]) / Copies);
    copies[v] = static_cast<double>(s[(cell >> (Way - 1 - v)) & 1]);
  }
  if (total == 0) return 0;
  const double joint = static_cast<double>(evidence.joint[cell]);
  double f[Way];
  double together;
  if (!p.missing) {
    const double r = 1.0 / present[0];
    for (int v = 0; v < Way; ++v) f[v] = ((1.0 / Copies) * r) * copies[v];
    together = ((1.0 / ipow(Copies, Way)) * r) * joint;
  } else if constexpr (Way == 2) {
    const double small = present[0] < present[1] ? present[0] : present[1];
    const double large = present[0] < present[1] ? present[1] : present[0];
    const double all = static_cast<double>(total);
    const double r = 1.0 / (small * large * all);
    f[0] = ((1.0 / Copies) * ((present[1] * all) * r)) * copies[0];
    f[1] = ((1.0 / Copies) * ((present[0] * all) * r)) * copies[1];
    together = ((small * large) * r) * joint;
  } else {
    for (int v = 0; v < Way; ++v) f[v] = ((1.0 / Copies) * (1.0 / present[v])) * copies[v];
    together = (1.0 / static_cast<double>(total)) * joint;
  }
  // The frequencies enter in ascending order, so that the value does not depend on the order of
  // the vectors.
  sort_ascending<Way>(f);
  // Up to g = 1 a factor is below 0 by the rounding of a frequency of 1 alone.
  const double least = p.gamma <= 1 ? 0 : -__builtin_inf();
  double result = p.multiplier * together;
  for (int v = 0; v < Way; ++v) {
    const double factor = 1 - p.gamma * f[v];
    result = result * (factor < least ? least : factor);
  }
  return result;
}

/// What a vector's allele contributes to the bound of HasWeightScreen.
inline double correlation_weight(double gamma, const Array<std::int64_t, 2>& margin, int allele) {
  const auto both = margin[0] + margin[1];
  return both == 0 ? 0
                   : 1 - gamma * (static_cast<double>(margin[allele]) / static_cast<double>(both));
}

}  // namespace encke
