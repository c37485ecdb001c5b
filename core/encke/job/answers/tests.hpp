#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/job/request/request.hpp>
#include <encke/schedule/domain/domain.hpp>

namespace encke::job {

/// How many hypotheses are tested by statistics that have p-values: tuples of the domain whose
/// vectors vary among their samples, so that there are degrees of freedom; 0 where values have no
/// p-values. Where samples are missing it may be more than the tests, because the samples that a
/// tuple's vectors share may vary less: what is corrected by it stays right. Collective over the
/// grid.
Index count_tests(const Request& request, const OwnedVectors& owned, const Grid& grid,
                  const Domain& domain);

/// The p-value up to which a test is significant at `level` among so many, by Bonferroni.
inline double bonferroni_cut_off(double level, Index tests) {
  return level / static_cast<double>(tests);
}

}  // namespace encke::job
