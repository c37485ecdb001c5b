#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {
namespace detail {

template class MetricRun<King, 2>;
template class MetricRun<Ibs, 2>;

}  // namespace detail

template Report run(const King&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const King&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Ibs&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Ibs&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
