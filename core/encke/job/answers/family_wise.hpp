#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/plan.hpp>
#include <encke/sink/collect.hpp>
#include <functional>
#include <vector>

namespace encke::job {

/// How good the best value of all tuples is under each of request.permutations random phenotypes,
/// see sink::BestValue; of values that pass the request's threshold, -infinity where none does. The
/// phenotypes are those of permutation_p_values(). `owned`: of two classes; they are left permuted.
/// `plan`: of the run. Computes the whole problem once for each phenotype, collective over the
/// grid; `between`, called before each, is collective too. None where these are not asked for.
/// Throws what run() throws.
std::vector<double> best_of_phenotypes(const Request& request, OwnedVectors& owned,
                                       const Plan& plan, const Grid& grid,
                                       const std::function<void()>& between);

/// p-values of hits that are corrected for all tuples: (1 + k) / (1 + permutations), with k the
/// phenotypes whose best value is as good as the hit's; NaN where a hit has no value. Westfall and
/// Young, Resampling-Based Multiple Testing (1993), of the single step.
std::vector<double> family_wise_p_values(const sink::Collect& hits,
                                         const std::vector<double>& best);

}  // namespace encke::job
