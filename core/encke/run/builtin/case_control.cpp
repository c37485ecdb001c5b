#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace detail {

template class MetricRun<K2, 2>;
template class MetricRun<K2, 3>;
template class MetricRun<MutualInformation, 2>;
template class MetricRun<MutualInformation, 3>;
template class MetricRun<ChiSquared, 2>;
template class MetricRun<ChiSquared, 3>;
template class MetricRun<Interaction, 2>;
template class MetricRun<AlleleInteraction, 2>;
template class MetricRun<JointEffects, 2>;
template class MetricRun<LinearInteraction, 2>;

}  // namespace detail

template Report run(const K2&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const K2&, const PackedVectors&, const Plan&, Sink&);
template Report run(const MutualInformation&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const MutualInformation&, const PackedVectors&, const Plan&, Sink&);
template Report run(const ChiSquared&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const ChiSquared&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Interaction&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Interaction&, const PackedVectors&, const Plan&, Sink&);
template Report run(const AlleleInteraction&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const AlleleInteraction&, const PackedVectors&, const Plan&, Sink&);
template Report run(const JointEffects&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const JointEffects&, const PackedVectors&, const Plan&, Sink&);
template Report run(const LinearInteraction&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const LinearInteraction&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
