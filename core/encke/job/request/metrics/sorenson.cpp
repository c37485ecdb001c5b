#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

Report run_sorenson(const Request& request, const RankVectors& mine, const Plan& plan,
                    const Grid& grid, Sink& sink) {
  return encke::run(Sorenson{.empty = empty_similarity(request), .distance = request.distance},
                    mine, plan, grid, sink);
}

constexpr auto inputs =
    genotypes_and(Input::table, Input::biom, Input::packed, Input::synthetic, Input::fps);
constexpr Parameter parameters[] = {
    {"--way"},
    {"--missing",
     "auto (default): a missing element is refused;\nnone: the code for missing means the bit 0"},
    {"--empty-pair"},
    {"--distance"},
    {"--below", below_of_distances},
    {"--seed", seed_of_subsamples},
    {"--biom", presence_in_biom},
    {"--checksum"},
    {"--check"},
    {"--no-pruning"},
    {"--force-pruning"},
    {"--bfile", bits_of_bfile},
    {"--table", table_of_bits}};

}  // namespace

constinit const MetricRow sorenson = {
    .name = "sorenson",
    .summary = "Sorenson's (Dice's) index of all pairs or triples of sets (bits)",
    .examples =
        "  encke sorenson --table presence.tsv --threshold 0.8 --out similar\n"
        "  encke sorenson --bfile cohort --missing none --format npy\n",
    .words = {"set", "sets", "element", "elements"},
    .inputs = inputs,
    .parameters = parameters,
    .same = 1,
    .cells = one_cell,
    .largest = at_most_one,
    .element = always<Element::bit>,
    .run = run_sorenson,
    .empty_value = empty_similarity,
    .small_is_good = is_distance};

}  // namespace encke::job::metrics
