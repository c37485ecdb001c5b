#pragma once

#include <cstdint>
#include <encke/base/stop_flag.hpp>
#include <encke/ordination/distances.hpp>
#include <encke/ordination/groups/grouping.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::ordination {

enum class GroupMethod {
  permanova,  ///< do the centres of the groups differ? Pseudo-F
  anosim,     ///< are distances between groups larger than within? R
  permdisp,   ///< do the groups spread differently around their centres? F
};

/// What permdisp() takes for the centre of a group.
enum class GroupCentre {
  median,   ///< the point with the least sum of distances to the group's (spatial median)
  centroid  ///< the mean
};

struct GroupTestOptions {
  Index permutations = 999;  ///< 0: no p-value
  std::uint64_t seed = 1;
  int threads = 1;                           ///< the result does not depend on them
  GroupCentre centre = GroupCentre::median;  ///< of permdisp
  std::optional<Index> axes = {};            ///< principal coordinates of permdisp; nothing: all
  StopFlag stop = {};                        ///< looked at between permutations, as pcoa() does
};

struct GroupTest {
  GroupMethod method = GroupMethod::permanova;
  double statistic = 0;
  Index as_large = 0;      ///< permutations with a statistic at least as large
  Index permutations = 0;  ///< that were tried
  /// permdisp: of each group the mean distance of its samples to its centre.
  std::vector<double> spread = {};

  /// (1 + as_large) / (1 + permutations); NaN without permutations.
  double p() const;
};

/// "PERMANOVA", "ANOSIM", "PERMDISP"; and what the statistic is called: "pseudo-F", "R", "F".
std::string_view title(GroupMethod method);
std::string_view statistic_name(GroupMethod method);

/// The mean distance of the pairs of each group; NaN of a group of one.
std::vector<double> mean_within(const Distances& distances, const Grouping& grouping);

/// Bytes that group_test() takes beside the distances.
std::int64_t bytes_of_group_test(GroupMethod method, Index samples,
                                 const GroupTestOptions& options);

/// Tests if groups of samples differ, by the distances between samples: p-values are from random
/// orders of the group labels, which depend on the seed alone.
///
/// * PERMANOVA: M. J. Anderson, Austral Ecology 26 (2001).
/// * ANOSIM: K. R. Clarke, Australian Journal of Ecology 18 (1993).
/// * PERMDISP: M. J. Anderson, Biometrics 62 (2006), of the principal coordinates with positive
///   eigenvalues. For each order of the labels the centres are made anew.
///
/// Statistics that differ by rounding (1e-12; permdisp: 1e-9) are equal: they count as at least as
/// large. Throws Error(inconsistent) unless there are two groups or more, and one of two samples or
/// more; what pcoa() throws; Error(stopped).
GroupTest group_test(GroupMethod method, const Distances& distances, const Grouping& grouping,
                     const GroupTestOptions& options = {});

/// A sentence for each reason why p-values cannot be smaller than one of `tests` is: no permutation
/// was as large, or so small groups have few different orders.
std::vector<std::string> remarks_on_orders(const std::vector<GroupTest>& tests,
                                           const Grouping& grouping);

}  // namespace encke::ordination
