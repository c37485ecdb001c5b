#include <compare>  // for array.hpp, where clang 15 compiles this file
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>

namespace encke {

template Report run(const UnweightedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const UnweightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const WeightedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const WeightedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const GeneralizedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const GeneralizedUnifrac&, const PackedVectors&, const Plan&, Sink&);
template Report run(const AdjustedUnifrac&, const RankVectors&, const Plan&, const Grid&, Sink&);
template Report run(const AdjustedUnifrac&, const PackedVectors&, const Plan&, Sink&);

}  // namespace encke
