#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

Report run_r2(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
              Sink& sink) {
  if (request.with_sign) return encke::run(GenotypeCorrelation{}, mine, plan, grid, sink);
  return encke::run(RSquared{}, mine, plan, grid, sink);
}

constexpr auto r2_inputs = genotypes_and(Input::packed, Input::synthetic);
constexpr Parameter r2_parameters[] = {
    {"--r"}, {"--missing"}, {"--check"}, {"--no-pruning"}, {"--force-pruning"}};

}  // namespace

constinit const MetricRow r2 = {
    .name = "r2",
    .summary = "linkage disequilibrium r2 of variants (plink2 --r2-unphased)",
    .examples =
        "  encke r2 --bfile cohort --window-kb 1000 --threshold 0.2 --out cohort\n"
        "  encke r2 --bfile cohort --inter-chr --extract-first hits --threshold 0.8\n"
        "  encke r2 --bfile cohort --maf 0.05 --geno 0.1 --top 1000 --format abc\n",
    .words = {"variant", "variants", "sample", "samples"},
    .inputs = r2_inputs,
    .parameters = r2_parameters,
    .missing = true,
    .within_chromosome = true,
    .linkage = true,
    .biallelic = true,
    .same = 1,
    .cells = one_cell,
    .largest = at_most_one,
    .element = always<Element::genotype_moments>,
    .run = run_r2};

}  // namespace encke::job::metrics
