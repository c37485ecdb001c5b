#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {

template Report run(const Duo&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Duo&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Sorenson&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Sorenson&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
