#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>

namespace encke::job::metrics {
namespace {

double largest_distance(const Request& request, bool /*complete*/) {
  return request.method == UnifracMethod::weighted_unnormalized ? std::numeric_limits<double>::max()
                                                                : 1;
}

/// The unnormalised distance of samples without counts is 0 by definition.
double value_of_empty(const Request& request) {
  return request.method == UnifracMethod::weighted_unnormalized ? 0 : empty_value<0>(request);
}

Element element_of_branches(const Request& request) {
  const bool narrow = request.precision == Precision::float32;
  if (request.variance_adjusted) return narrow ? Element::adjusted32 : Element::adjusted64;
  switch (computed_method(request)) {
    case UnifracMethod::generalized:
      return narrow ? Element::powered32 : Element::powered64;
    case UnifracMethod::unweighted:
      return narrow ? Element::weighted_bits32 : Element::weighted_bits64;
    case UnifracMethod::weighted_normalized:
    case UnifracMethod::weighted_unnormalized:
      break;
  }
  return narrow ? Element::float32 : Element::float64;
}

AdjustedUnifrac::Of adjusted_of(UnifracMethod method) {
  if (method == UnifracMethod::unweighted) return AdjustedUnifrac::Of::presence;
  return method == UnifracMethod::weighted_normalized ? AdjustedUnifrac::Of::shares
                                                      : AdjustedUnifrac::Of::shares_unnormalized;
}

Report run_unifrac(const Request& request, const RankVectors& mine, const Plan& plan,
                   const Grid& grid, Sink& sink) {
  const double empty = empty_value<0>(request);
  const UnifracMethod method = computed_method(request);
  const bool normalized = method == UnifracMethod::weighted_normalized;
  if (request.variance_adjusted) {
    return encke::run(AdjustedUnifrac{.of = adjusted_of(method), .empty = empty}, mine, plan, grid,
                      sink);
  }
  switch (method) {
    case UnifracMethod::unweighted:
      return encke::run(UnweightedUnifrac{.empty = empty}, mine, plan, grid, sink);
    case UnifracMethod::generalized:
      return encke::run(GeneralizedUnifrac{.empty = empty}, mine, plan, grid, sink);
    case UnifracMethod::weighted_normalized:
    case UnifracMethod::weighted_unnormalized:
      break;
  }
  return encke::run(WeightedUnifrac{.normalized = normalized, .empty = empty}, mine, plan, grid,
                    sink);
}

constexpr Input unifrac_inputs[] = {Input::biom};
constexpr std::string_view needs[] = {"--tree"};
constexpr std::string_view lacks[] = {"--compare"};
constexpr Parameter unifrac_parameters[] = {
    {"--seed", seed_of_subsamples},
    {"--faith-pd"},
    {"--method"},
    {"--alpha"},
    {"--vaw"},
    {"--empty-pair"},
    {"--below", below_of_distances},
    {"--precision", "f64 (default) or f32: of the values and of the branches"}};

}  // namespace

constinit const MetricRow unifrac = {
    .name = "unifrac",
    .summary = "UniFrac distance on a tree, of all pairs of samples",
    .examples =
        "  encke unifrac --biom table.biom --tree tree.nwk --format lsmat --out distances\n"
        "  encke unifrac --biom table.biom --tree tree.nwk --format hdf5 \\\n"
        "    --method generalized --alpha 0.5\n",
    .words = {"sample", "samples", "branch", "branches"},
    .inputs = unifrac_inputs,
    .parameters = unifrac_parameters,
    .needs = needs,
    .lacks = lacks,
    .same = 0,
    .cells = one_cell,
    .largest = largest_distance,
    .element = element_of_branches,
    .run = run_unifrac,
    .empty_value = value_of_empty,
    .small_is_good = [](const Request&) { return true; }};

}  // namespace encke::job::metrics
