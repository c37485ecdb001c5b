#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

Report run_jaccard(const Request& request, const RankVectors& mine, const Plan& plan,
                   const Grid& grid, Sink& sink) {
  const Jaccard metric{.empty = empty_similarity(request), .distance = request.distance};
  return encke::run(metric, mine, plan, grid, sink);
}

constexpr auto inputs =
    genotypes_and(Input::table, Input::biom, Input::packed, Input::synthetic, Input::fps);
constexpr Parameter parameters[] = {
    {"--missing",
     "auto (default): a missing element is refused;\nnone: the code for missing means the bit 0"},
    {"--empty-pair"},
    {"--distance"},
    {"--below", below_of_distances},
    {"--seed", seed_of_subsamples},
    {"--checksum"},
    {"--check"},
    {"--no-pruning"},
    {"--force-pruning"},
    {"--bfile", bits_of_bfile},
    {"--biom", presence_in_biom},
    {"--table", table_of_bits}};

}  // namespace

constinit const MetricRow jaccard = {
    .name = "jaccard",
    .summary = "Jaccard's index (Tanimoto) of all pairs of sets (bits)",
    .examples =
        "  encke jaccard --fps molecules.fps --threshold 0.7 --out similar\n"
        "  encke jaccard --biom table.biom --distance --format lsmat --out distances\n",
    .words = {"set", "sets", "element", "elements"},
    .inputs = inputs,
    .parameters = parameters,
    .same = 1,
    .cells = one_cell,
    .largest = at_most_one,
    .element = always<Element::bit>,
    .run = run_jaccard,
    .empty_value = empty_similarity,
    .small_is_good = is_distance};

}  // namespace encke::job::metrics
