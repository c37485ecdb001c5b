#pragma once

#include <encke/contraction/genotype_moments.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// The sums of two variants' genotypes about their means, times the samples n present in both:
/// exact in int64, for none exceeds n^2, and n < 2^28 (see PackedVectors::most_fields).
struct CentredMoments {
  std::int64_t both;    ///< n XX - XM MX
  std::int64_t first;   ///< n ZM - XM^2: 0 where the first variant does not vary
  std::int64_t second;  ///< n MZ - MX^2
};

ENCKE_FUNCTION CentredMoments centred_moments(const Evidence<GenotypeMoments, 2>& evidence) {
  using M = GenotypeMoments;
  const auto& t = evidence.joint;
  const std::int64_t n = t[M::mm];
  return {.both = n * t[M::xx] - t[M::xm] * t[M::mx],
          .first = n * t[M::zm] - t[M::xm] * t[M::xm],
          .second = n * t[M::mz] - t[M::mx] * t[M::mx]};
}

}  // namespace encke
