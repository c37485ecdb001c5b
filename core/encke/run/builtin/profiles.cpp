#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {

template Report run(const Ps&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Ps&, const PackedVectors&, const Plan&, Sink&);
template Report run(const CountPs&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const CountPs&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
