#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {

template Report run(const Jaccard&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Jaccard&, const PackedVectors&, const Plan&, Sink&);
template Report run(const Cosine&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const Cosine&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
