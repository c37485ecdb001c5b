#pragma once

#include <cstdint>
#include <encke/base/stop_flag.hpp>
#include <encke/ordination/groups/grouping.hpp>
#include <span>
#include <vector>

namespace encke::ordination::detail {

/// Permutations of groups to be tried: 0 are the groups as they are.
struct Permutations {
  Index count = 0;  ///< beside number 0
  std::uint64_t seed = 1;
  int threads = 1;
  StopFlag stop = {};
};

/// For permutation 0 and each of the others the sum, over pairs of samples i < j of one group, of
/// their value times the weight of the group. `values`: of all pairs, in condensed order;
/// `weights`: of the groups. The same bits for any number of threads, and at any instruction-set
/// level: each sum is made in the same order.
std::vector<double> within_sums(std::span<const double> values, const Grouping& grouping,
                                std::span<const double> weights, const Permutations& permutations);

}  // namespace encke::ordination::detail
