#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/combine/permuted_classes.hpp>
#include <encke/job/answers/family_wise.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/sink/choose/best_value.hpp>
#include <limits>
#include <list>

namespace encke::job {
namespace {

/// The plan of the run for another phenotype: all of its tuples, and nothing to be told.
Plan plan_of_phenotype(const Request& request, const Plan& plan) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Plan all = plan;
  all.done = nullptr;
  all.progress = nullptr;
  all.histogram_width = 0;
  all.digest_all = false;
  if (all.threshold.all)
    all.threshold = small_is_good(request) ? below(infinity) : above(-infinity);
  return all;
}

/// The largest of all ranks; of numbers that are not above 0, or not below it.
double largest_of(const Communicator& world, double mine) {
  // The bits of numbers of one sign are in the order of their sizes.
  const auto bits = std::bit_cast<std::int64_t>(std::abs(mine));
  const bool positive = mine > 0;
  std::int64_t all[] = {positive ? bits : -bits};
  world.maximum(all);
  return all[0] > 0 ? std::bit_cast<double>(all[0]) : -std::bit_cast<double>(-all[0]);
}

template <int Way>
std::vector<double> corrected(const SinkInfo& info, const std::vector<Hit<Way>>& hits,
                              std::vector<double> best) {
  std::sort(best.begin(), best.end());
  std::vector<double> p_values;
  for (const auto& hit : hits) {
    const double good = sink::BestValue::goodness(info, hit.value, hit.cell);
    // Tables that differ in the order of their cells have the same value but for its rounding.
    const double slack = std::isfinite(good) ? std::abs(good) * 0x1p-40 : 0;
    const auto as_good = best.end() - std::lower_bound(best.begin(), best.end(), good - slack);
    const double p = static_cast<double>(1 + as_good) / static_cast<double>(1 + best.size());
    p_values.push_back(std::isnan(hit.value) ? hit.value : p);
  }
  return p_values;
}

}  // namespace

std::vector<double> best_of_phenotypes(const Request& request, OwnedVectors& owned,
                                       const Plan& plan, const Grid& grid,
                                       const std::function<void()>& between) {
  if (!request.max) return {};
  const Plan all = plan_of_phenotype(request, plan);
  std::list<PermutedClasses> parts;
  for (PackedVectors& part : owned.parts) parts.emplace_back(part, request.seed);
  std::vector<double> best;
  for (Index p = 0; p < *request.permutations; ++p) {
    between();
    for (PermutedClasses& part : parts) part.show(p);
    sink::BestValue of_rank;
    metric_of(request).run(request, owned.view(), all, grid, of_rank);
    best.push_back(largest_of(grid.world(), of_rank.best()));
  }
  return best;
}

std::vector<double> family_wise_p_values(const sink::Collect& hits,
                                         const std::vector<double>& best) {
  return hits.info().way == 3 ? corrected(hits.info(), hits.triples(), best)
                              : corrected(hits.info(), hits.pairs(), best);
}

}  // namespace encke::job
