#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>
#include <encke/run/share_left.hpp>

namespace encke::job::metrics {
namespace {

Duo duo_of(const Request& request) {
  return {.multiplier = multiplier_of(request), .gamma = request.gamma, .missing = request.missing};
}

Report run_duo(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink) {
  return encke::run(duo_of(request), mine, plan, grid, sink);
}

std::optional<double> share_left_of_duo(const Request& request, const PackedVectors& vectors,
                                        const Plan& plan, TileBackend& backend) {
  return share_left(duo_of(request), vectors, plan, backend);
}

constexpr auto duo_inputs =
    genotypes_and(Input::table, Input::biom, Input::packed, Input::synthetic, Input::fps);
constexpr Parameter duo_parameters[] = {{"--way"},
                                        {"--missing", missing_of_bits},
                                        {"--gamma"},
                                        {"--multiplier"},
                                        {"--threshold", threshold_by_alleles},
                                        {"--cell-histogram"},
                                        {"--checksum"},
                                        {"--check"},
                                        {"--no-pruning"},
                                        {"--force-pruning"},
                                        {"--bfile", bits_of_bfile},
                                        {"--seed", seed_of_subsamples},
                                        {"--biom", presence_in_biom},
                                        {"--table", table_of_bits}};

}  // namespace

constinit const MetricRow duo = {
    .name = "duo",
    .summary = "CCC's relative for vectors of one allele (bit) a sample",
    .examples =
        "  encke duo --bfile cohort --threshold 0.7 --out cohort\n"
        "  encke duo --table alleles.tsv --way 3 --top 1000\n",
    .words = {"variant", "variants", "sample", "samples"},
    .inputs = duo_inputs,
    .parameters = duo_parameters,
    .missing = true,
    .multiplier = 4,
    .cells = cell_for_each_allele,
    .largest = largest_correlation,
    .element = always<Element::bit>,
    .run = run_duo,
    .share_left = share_left_of_duo};

}  // namespace encke::job::metrics
