#pragma once

#include <encke/encke.hpp>

/// Share of the allele combinations in which all vectors agree.
struct Concordance {
  using contraction = encke::AlleleCounts;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  ENCKE_FUNCTION double value(const encke::Evidence<contraction, Way>& evidence,
                              int /*cell*/) const {
    double all = 0;
    for (auto count : evidence.joint) all += count;
    return all == 0 ? 0 : (evidence.joint.front() + evidence.joint.back()) / all;
  }
};
static_assert(encke::MetricFor<Concordance, 2> && encke::MetricFor<Concordance, 3>);
