#pragma once

#include <encke/metric/ccc.hpp>

namespace encke {

/// CCC of markers with any number of alleles, from vectors of one allele of one marker each: the
/// copies of this allele, 0, 1 or 2, in each sample. A value is of the alleles that the vectors
/// stand for: CCC's cell in which each vector reads its allele 1,
///   C(a,b) = k f_ij(a,b) (1 - g f_i(a)) (1 - g f_j(b))
/// for allele a of marker i and b of j, and so for triples. All pairs of vectors of two markers
/// with s and t alleles are the s x t table of CCC; of markers with two alleles it is that of Ccc,
/// to the bit, because a vector's allele 0 is the marker's other allele and all counts are the
/// same. Tuples with two vectors of one marker mean nothing, see Plan::groups.
struct AlleleCcc {
  using contraction = AlleleCounts;
  template <int Way>
  static constexpr int cells = 1;

  Ccc ccc;  ///< parameters

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<AlleleCounts, Way>& evidence, int /*cell*/) const {
    return ccc.template value<Way>(evidence, ipow(2, Way) - 1);
  }

  bool complete_only() const { return ccc.complete_only(); }
  bool bounded() const { return ccc.bounded(); }
  double limit() const { return ccc.limit(); }
  /// 0 for allele 0, of which there are no values.
  double weight(const Array<std::int64_t, 2>& margin, int allele) const {
    return allele == 0 ? 0 : ccc.weight(margin, allele);
  }
};

static_assert(MetricFor<AlleleCcc, 2> && MetricFor<AlleleCcc, 3> && HasWeightScreen<AlleleCcc>);

}  // namespace encke
