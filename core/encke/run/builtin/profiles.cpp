#include <compare>  // for array.hpp, where clang 15 compiles this file
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace detail {

template class MetricRun<Ps, 2>;
template class MetricRun<Ps, 3>;
template class MetricRun<CountPs, 2>;
template class MetricRun<CountPs, 3>;
template class MetricRun<UnweightedUnifrac, 2>;
template class MetricRun<WeightedUnifrac, 2>;
template class MetricRun<GeneralizedUnifrac, 2>;
template class MetricRun<AdjustedUnifrac, 2>;

}  // namespace detail

template Report run(const Ps&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Ps&, const PackedVectors&, const Plan&, Sink&);
template Report run(const CountPs&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const CountPs&, const PackedVectors&, const Plan&, Sink&);
template Report run(const UnweightedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const UnweightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const WeightedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const WeightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const GeneralizedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const GeneralizedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const AdjustedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const AdjustedUnifrac&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
