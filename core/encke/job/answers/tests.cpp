#include <algorithm>
#include <encke/distributed/field_margins.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/job/answers/tests.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/metric/interaction/joint_effects.hpp>
#include <encke/metric/interaction/linear.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <encke/pack/traits/trait_sums.hpp>
#include <encke/schedule/domain/tuples_among.hpp>

namespace encke::job {
namespace {

/// True if tuples with a vector that has these sums may have a value.
bool may_have_value(Score score, const Array<std::int64_t, 6>& margin) {
  const bool joint = score == Score::joint_effects || score == Score::joint_case_only;
  if (joint) return JointEffects{.case_only = is_of_cases(score)}.may_have_value(margin);
  return has_two_genotypes(margin);
}

bool may_have_value(Score /*score*/, const Array<double, 1>& margin) {
  return LinearInteraction{}.may_have_value(margin);
}

/// Values of all vectors of the problem. Collective.
template <class Contraction>
std::vector<bool> which_vary(const Request& request, const RankVectors& mine, const Grid& grid) {
  const auto margins = gather_margins(
      grid.ring(), field_margins<Contraction>(grid.field_group(), mine.parts, mine.own.size()));
  std::vector<bool> vary;
  vary.reserve(margins.size());
  for (const auto& margin : margins) vary.push_back(may_have_value(request.score, margin));
  return vary;
}

}  // namespace

Index count_tests(const Request& request, const OwnedVectors& owned, const Grid& grid,
                  const Domain& domain) {
  if (!has_p_values(request)) return 0;
  const RankVectors mine = owned.view();
  auto vary = has_trait(request) ? which_vary<TraitSums>(request, mine, grid)
                                 : which_vary<GenotypeTables>(request, mine, grid);
  // Statistics of interaction need that all of a tuple's vectors vary, the other that one does.
  if (request.score != Score::chi2) return tuples_among(domain, request.way, vary);
  const auto vectors = static_cast<Index>(vary.size());
  vary.flip();
  return domain.tuples(request.way, vectors) - tuples_among(domain, request.way, vary);
}

}  // namespace encke::job
