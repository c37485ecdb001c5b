#pragma once

#include <encke/job/request/request.hpp>
#include <encke/sink/collect.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// P.permutations.tsv: a line for each hit, with its p-value, and that which is corrected for all
/// tuples where there are any. `ids`: of the vectors.
std::string p_values_text(const Request& request, const sink::Collect& hits,
                          const std::vector<double>& p_values,
                          const std::vector<double>& family_wise,
                          const std::vector<std::string>& ids);

}  // namespace encke::job
