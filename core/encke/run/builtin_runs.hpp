#pragma once

// run() of the metrics that Encke brings. It is compiled once, in the library, because it takes a
// compiler a second a metric; of any other metric it is compiled where it is used.

#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/sink.hpp>

namespace encke {

// Both are defined and described in run/run.hpp, which includes this file.
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const RankVectors& mine, const Plan& plan, const Grid& grid,
        Sink& sink);
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink);

// Genotypes of variants (builtin/variants.cpp)
extern template Report run(const Ccc&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Ccc&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const AlleleCcc&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const AlleleCcc&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const RSquared&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const RSquared&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const GenotypeCorrelation&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const GenotypeCorrelation&, const PackedVectors&, const Plan&, Sink&);

// Genotypes of samples (builtin/samples.cpp)
extern template Report run(const King&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const King&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const Ibs&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Ibs&, const PackedVectors&, const Plan&, Sink&);

// Genotypes by class (builtin/case_control.cpp)
extern template Report run(const K2&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const K2&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const MutualInformation&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const MutualInformation&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const ChiSquared&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const ChiSquared&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const Interaction&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Interaction&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const AlleleInteraction&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const AlleleInteraction&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const JointEffects&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const JointEffects&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const LinearInteraction&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const LinearInteraction&, const PackedVectors&, const Plan&, Sink&);

// Sets: a bit for each element (builtin/sets.cpp)
extern template Report run(const Duo&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Duo&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const Sorenson&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Sorenson&, const PackedVectors&, const Plan&, Sink&);

// Sets: similarity of pairs (builtin/sets.cpp)
extern template Report run(const Jaccard&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Jaccard&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const Cosine&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Cosine&, const PackedVectors&, const Plan&, Sink&);

// Amounts, reals or whole (builtin/profiles.cpp)
extern template Report run(const Ps&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const Ps&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const CountPs&, const RankVectors&, const Plan&, const Grid&, Sink&);
extern template Report run(const CountPs&, const PackedVectors&, const Plan&, Sink&);

// Branches of a tree (builtin/profiles.cpp)
extern template Report run(const UnweightedUnifrac&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const UnweightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const WeightedUnifrac&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const WeightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const GeneralizedUnifrac&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const GeneralizedUnifrac&, const PackedVectors&, const Plan&, Sink&);
extern template Report run(const AdjustedUnifrac&, const RankVectors&, const Plan&, const Grid&,
                           Sink&);
extern template Report run(const AdjustedUnifrac&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
