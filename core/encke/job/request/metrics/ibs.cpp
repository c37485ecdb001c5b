#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

Report run_ibs(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink) {
  return encke::run(Ibs{.distance = request.distance}, mine, plan, grid, sink);
}

constexpr auto ibs_inputs = genotypes_and();
constexpr Parameter ibs_parameters[] = {
    {"--all-chromosomes"}, {"--distance"}, {"--below", below_of_distances}};

}  // namespace

constinit const MetricRow ibs = {
    .name = "ibs",
    .summary = "identity by state of all pairs of samples (DST of plink1.9 --genome)",
    .examples =
        "  encke ibs --bfile cohort --threshold 0.9 --out cohort\n"
        "  encke ibs --bfile cohort --format npy --out cohort\n",
    .words = {"sample", "samples", "variant", "variants"},
    .inputs = ibs_inputs,
    .parameters = ibs_parameters,
    .lacks = options_of_places,
    .missing = true,
    .of_samples = true,
    .same = 1,
    .cells = one_cell,
    .largest = at_most_one,
    .element = always<Element::genotype_matches>,
    .run = run_ibs,
    .small_is_good = is_distance};

}  // namespace encke::job::metrics
