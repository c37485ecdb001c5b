#include <algorithm>
#include <cmath>
#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>
#include <encke/run/share_left.hpp>

namespace encke::job::metrics {

/// A joint frequency is at most the least of the frequencies f, where they are of the same samples;
/// k f (1 - g f)^way is largest for f = 1 / (g (way + 1)).
double largest_correlation(const Request& request, bool complete) {
  const double multiplier = multiplier_of(request);
  if (!complete) return multiplier;
  const double f = std::min(1.0, 1 / (request.gamma * (request.way + 1)));
  return multiplier * f * std::pow(1 - request.gamma * f, request.way);
}

namespace {

Ccc ccc_of(const Request& request) {
  return {.multiplier = multiplier_of(request), .gamma = request.gamma, .missing = request.missing};
}

Report run_ccc(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink) {
  const Ccc metric = ccc_of(request);
  if (request.input == Input::alleles) return encke::run(AlleleCcc{metric}, mine, plan, grid, sink);
  return encke::run(metric, mine, plan, grid, sink);
}

std::optional<double> share_left_of_ccc(const Request& request, const PackedVectors& vectors,
                                        const Plan& plan, TileBackend& backend) {
  if (request.input == Input::alleles) return std::nullopt;
  return share_left(ccc_of(request), vectors, plan, backend);
}

constexpr auto ccc_inputs = genotypes_and(Input::alleles, Input::packed, Input::synthetic);
constexpr Parameter ccc_parameters[] = {{"--way"},
                                        {"--missing"},
                                        {"--pheno"},
                                        {"--pheno-name"},
                                        {"--gamma"},
                                        {"--multiplier"},
                                        {"--threshold", threshold_by_alleles},
                                        {"--cell-histogram"},
                                        {"--checksum"},
                                        {"--check"},
                                        {"--no-pruning"},
                                        {"--force-pruning"}};

}  // namespace

constinit const MetricRow ccc = {
    .name = "ccc",
    .summary = "Custom Correlation Coefficient of all pairs or triples of variants",
    .examples =
        "  encke ccc --bfile cohort --threshold 0.7 --out cohort\n"
        "  encke ccc --bfile cohort --maf 0.05 --geno 0.1 --way 3 --top 1000 --format abc\n"
        "  encke ccc --alleles microsatellites.tsv --threshold 0.5 --out alleles\n"
        "  encke plan ccc --bfile cohort --way 3 --threshold 0.6\n",
    .words = {"variant", "variants", "sample", "samples"},
    .inputs = ccc_inputs,
    .parameters = ccc_parameters,
    .missing = true,
    .biallelic = true,
    .multiplier = 4.5,
    .cells = cell_for_each_allele,
    .largest = largest_correlation,
    .element = always<Element::genotype>,
    .run = run_ccc,
    .share_left = share_left_of_ccc};

}  // namespace encke::job::metrics
