#include <encke/job/request/metrics/rows.hpp>
#include <encke/job/request/metrics/sets.hpp>

namespace encke::job::metrics {
namespace {

constexpr auto cosine_parameters = parameters_of_sets();

}  // namespace

constinit const MetricRow cosine = row_of_sets<Cosine>(
    "cosine", "cosine (Ochiai) of all pairs of sets (bits)",
    "  encke cosine --table presence.tsv --threshold 0.8 --out similar\n", cosine_parameters);

}  // namespace encke::job::metrics
