#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

Report run_king(const Request& /*request*/, const RankVectors& mine, const Plan& plan,
                const Grid& grid, Sink& sink) {
  return encke::run(King{}, mine, plan, grid, sink);
}

constexpr int four_columns(int /*way*/) { return King::columns; }
double half(const Request& /*request*/, bool /*complete*/) { return 0.5; }

constexpr auto king_inputs = genotypes_and();
constexpr Parameter king_parameters[] = {{"--threshold", "only pairs whose kinship is above T"},
                                         {"--king-cutoff"},
                                         {"--all-chromosomes"}};

}  // namespace

constinit const MetricRow king = {
    .name = "king",
    .summary = "kinship of pairs of samples, KING-robust (plink2 --make-king-table)",
    .examples =
        "  encke king --bfile cohort --threshold 0.0442 --out cohort\n"
        "  encke king --bfile cohort --king-cutoff 0.0884 --out cohort\n",
    .words = {"sample", "samples", "variant", "variants"},
    .inputs = king_inputs,
    .parameters = king_parameters,
    .lacks = options_of_places,
    .missing = true,
    .of_samples = true,
    .columns = true,
    .format = Format::kin0,
    .same = 0.5,
    .cells = four_columns,
    .largest = half,
    .element = always<Element::genotype_matches>,
    .run = run_king};

}  // namespace encke::job::metrics
