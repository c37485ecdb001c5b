#include <cmath>
#include <encke/combine/p_values.hpp>
#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

double largest_score(const Request& request, bool /*complete*/) {
  return request.score == Score::mi ? std::log(2.0) : std::numeric_limits<double>::infinity();
}

/// Calls work(metric) with the score that is asked for.
template <class Work>
auto with_score(const Request& request, Index fields, const Work& work) {
  switch (request.score) {
    case Score::mi:
      return work(MutualInformation(fields));
    case Score::chi2:
      return work(ChiSquared{});
    case Score::boost:
      return work(Interaction{});
    case Score::alleles:
    case Score::case_only:
      return work(AlleleInteraction{.case_only = is_of_cases(request.score)});
    case Score::joint_effects:
    case Score::joint_case_only:
      return work(JointEffects{.case_only = is_of_cases(request.score)});
    case Score::linear:  // has another contraction, and is where it can be
    case Score::k2:
      break;
  }
  return work(K2(fields));
}

Report run_epistasis(const Request& request, const RankVectors& mine, const Plan& plan,
                     const Grid& grid, Sink& sink) {
  if (has_trait(request)) return encke::run(LinearInteraction{}, mine, plan, grid, sink);
  return with_score(request, mine.fields,
                    [&](const auto& metric) { return encke::run(metric, mine, plan, grid, sink); });
}

std::vector<double> p_values(const Request& request, io::Source& source, const sink::Collect& hits,
                             const std::function<void()>& between) {
  return with_score(request, source.fields(), [&](const auto& metric) {
    using Metric = std::decay_t<decltype(metric)>;
    if constexpr (MetricFor<Metric, 3>) {
      if (request.way == 3) {
        return permutation_p_values<3>(metric, source, std::span(hits.triples()),
                                       *request.permutations, request.seed, between);
      }
    }
    return permutation_p_values<2>(metric, source, std::span(hits.pairs()), *request.permutations,
                                   request.seed, between);
  });
}

bool is_k2(const Request& request) { return request.score == Score::k2; }

bool is_statistic(const Request& request) {
  return request.score != Score::k2 && request.score != Score::mi;
}

Element epistasis_element(const Request& request) {
  return has_trait(request) ? Element::trait_sums : Element::case_control;
}

constexpr auto epistasis_inputs = genotypes_and();
constexpr Parameter epistasis_parameters[] = {
    {"--way"},
    {"--missing"},
    {"--score"},
    {"--pheno"},
    {"--pheno-name"},
    {"--below"},
    {"--p-below"},
    {"--best"},
    {"--adjust"},
    {"--permutations"},
    {"--max"},
    {"--refine"},
    {"--covar"},
    {"--covar-name"},
    {"--trait"},
    {"--trait-name"},
    {"--seed"},
    {"--check"},
    {"--top", "only the N largest values (of k2: smallest)"}};

}  // namespace

constinit const MetricRow epistasis = {
    .name = "epistasis",
    .summary = "pairs or triples of variants that go with a disease or a trait",
    .examples =
        "  encke epistasis --bfile cohort --score chi2 --threshold 40 --out pairs\n"
        "  encke epistasis --bfile cohort --way 3 --top 100 --permutations 1000\n"
        "  encke epistasis --bfile cohort --score mi --best \\\n"
        "    --pheno traits.txt --pheno-name diabetes\n"
        "  encke epistasis --bfile cohort --score linear --trait traits --p-below 1e-8\n",
    .words = {"variant", "variants", "sample", "samples"},
    .inputs = epistasis_inputs,
    .parameters = epistasis_parameters,
    .missing = true,
    .whole_fields = true,
    .cells = one_cell,
    .largest = largest_score,
    .element = epistasis_element,
    .run = run_epistasis,
    .p_values = p_values,
    .small_is_good = is_k2,
    .chi_squared = is_statistic};

}  // namespace encke::job::metrics
