#pragma once

#include <encke/base/index.hpp>
#include <encke/job/request/request.hpp>
#include <encke/sink/collect.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::job {

/// The p-values of chi-squared statistics.
std::vector<double> p_values_of(const sink::Collect& hits);

/// The smallest false discovery rate with which each of some p-values is a discovery, in their
/// order. `p_values`: the smallest of those of `tests` tests, which are at least as many. Benjamini
/// and Hochberg, Journal of the Royal Statistical Society B 57 (1995).
std::vector<double> false_discovery_rates(std::span<const double> p_values, Index tests);

/// P.adjusted.tsv: a line for each hit, by rising p-value, with its p-value corrected for so many
/// `tests`. `ids`: of the vectors.
std::string adjusted_text(const Request& request, const sink::Collect& hits, Index tests,
                          const std::vector<std::string>& ids);

}  // namespace encke::job
