#pragma once

// The metrics' sides of runs that Encke brings, each compiled once. For run.hpp, which includes
// this at its end.

#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke::detail {

// Genotypes of variants (builtin/variants.cpp)
extern template class MetricRun<Ccc, 2>;
extern template class MetricRun<Ccc, 3>;
extern template class MetricRun<AlleleCcc, 2>;
extern template class MetricRun<AlleleCcc, 3>;
extern template class MetricRun<RSquared, 2>;
extern template class MetricRun<GenotypeCorrelation, 2>;

// Genotypes of samples (builtin/samples.cpp)
extern template class MetricRun<King, 2>;
extern template class MetricRun<Ibs, 2>;

// Genotypes by class (builtin/case_control.cpp)
extern template class MetricRun<K2, 2>;
extern template class MetricRun<K2, 3>;
extern template class MetricRun<MutualInformation, 2>;
extern template class MetricRun<MutualInformation, 3>;
extern template class MetricRun<ChiSquared, 2>;
extern template class MetricRun<ChiSquared, 3>;
extern template class MetricRun<Interaction, 2>;
extern template class MetricRun<AlleleInteraction, 2>;
extern template class MetricRun<JointEffects, 2>;
extern template class MetricRun<LinearInteraction, 2>;

// Sets: a bit for each element (builtin/sets.cpp)
extern template class MetricRun<Duo, 2>;
extern template class MetricRun<Duo, 3>;
extern template class MetricRun<Sorenson, 2>;
extern template class MetricRun<Sorenson, 3>;

// Sets: similarity of pairs (builtin/sets.cpp)
extern template class MetricRun<Jaccard, 2>;
extern template class MetricRun<Cosine, 2>;

// Amounts, reals or whole (builtin/profiles.cpp)
extern template class MetricRun<Ps, 2>;
extern template class MetricRun<Ps, 3>;
extern template class MetricRun<CountPs, 2>;
extern template class MetricRun<CountPs, 3>;

// Branches of a tree (builtin/profiles.cpp)
extern template class MetricRun<UnweightedUnifrac, 2>;
extern template class MetricRun<WeightedUnifrac, 2>;
extern template class MetricRun<GeneralizedUnifrac, 2>;
extern template class MetricRun<AdjustedUnifrac, 2>;

}  // namespace encke::detail
