#include <encke/job/request/metrics/rows.hpp>
#include <encke/job/request/metrics/sets.hpp>

namespace encke::job::metrics {
namespace {

constexpr auto sorenson_parameters = parameters_of_sets(Parameter{"--way"});

}  // namespace

constinit const MetricRow sorenson = row_of_sets<Sorenson>(
    "sorenson", "Sorenson's (Dice's) index of all pairs or triples of sets (bits)",
    "  encke sorenson --table presence.tsv --threshold 0.8 --out similar\n"
    "  encke sorenson --bfile cohort --missing none --format npy\n",
    sorenson_parameters);

}  // namespace encke::job::metrics
