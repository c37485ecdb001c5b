#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace detail {

template class MetricRun<Ccc, 2>;
template class MetricRun<Ccc, 3>;
template class MetricRun<AlleleCcc, 2>;
template class MetricRun<AlleleCcc, 3>;
template class MetricRun<RSquared, 2>;
template class MetricRun<GenotypeCorrelation, 2>;

}  // namespace detail

template Report run(const Ccc&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Ccc&, const PackedVectors&, const Plan&, Sink&);
template Report run(const AlleleCcc&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const AlleleCcc&, const PackedVectors&, const Plan&, Sink&);
template Report run(const RSquared&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const RSquared&, const PackedVectors&, const Plan&, Sink&);
template Report run(const GenotypeCorrelation&, const RankVectors&, const Plan&, const Grid&,
                    Sink&);
template Report run(const GenotypeCorrelation&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
