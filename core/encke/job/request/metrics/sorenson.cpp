#include <encke/job/request/metrics/rows.hpp>
#include <encke/job/request/metrics/sets.hpp>
#include <encke/run/share_left.hpp>

namespace encke::job::metrics {
namespace {

constexpr auto sorenson_parameters = parameters_of_sets(Parameter{"--way"});

std::optional<double> share_left_of_sorenson(const Request& request, const PackedVectors& vectors,
                                             const Plan& plan, TileBackend& backend) {
  return share_left(index_of<Sorenson>(request), vectors, plan, backend);
}

constexpr MetricRow row_of_sorenson() {
  MetricRow row = row_of_sets<Sorenson>(
      "sorenson", "Sorenson's (Dice's) index of all pairs or triples of sets (bits)",
      "  encke sorenson --table presence.tsv --threshold 0.8 --out similar\n"
      "  encke sorenson --bfile cohort --missing none --format npy\n",
      sorenson_parameters);
  row.share_left = share_left_of_sorenson;
  return row;
}

}  // namespace

constinit const MetricRow sorenson = row_of_sorenson();

}  // namespace encke::job::metrics
