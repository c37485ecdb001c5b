#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace detail {

template class MetricRun<Duo, 2>;
template class MetricRun<Duo, 3>;
template class MetricRun<Sorenson, 2>;
template class MetricRun<Sorenson, 3>;
template class MetricRun<Jaccard, 2>;
template class MetricRun<Cosine, 2>;

}  // namespace detail

template Report run(const Duo&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Duo&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Sorenson&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Sorenson&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Jaccard&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Jaccard&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Cosine&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Cosine&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
