#pragma once

#include <encke/sink/collect.hpp>
#include <string>
#include <vector>

#include "encke/options/options.hpp"

namespace encke::cli {

/// P.permutations.tsv: a line for each hit, with its p-value. `ids`: of the vectors.
std::string permutation_text(const Options& options, const sink::Collect& hits,
                             const std::vector<double>& p_values,
                             const std::vector<std::string>& ids);

}  // namespace encke::cli
