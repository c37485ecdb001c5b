#include <encke/job/request/metrics/rows.hpp>
#include <encke/job/request/metrics/sets.hpp>

namespace encke::job::metrics {
namespace {

constexpr auto jaccard_parameters = parameters_of_sets();

}  // namespace

constinit const MetricRow jaccard = row_of_sets<Jaccard>(
    "jaccard", "Jaccard's index (Tanimoto) of all pairs of sets (bits)",
    "  encke jaccard --fps molecules.fps --threshold 0.7 --out similar\n"
    "  encke jaccard --biom table.biom --distance --format lsmat --out distances\n",
    jaccard_parameters);

}  // namespace encke::job::metrics
