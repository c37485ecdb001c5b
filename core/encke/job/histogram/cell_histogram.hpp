#pragma once

#include <encke/base/cell_bins.hpp>
#include <encke/base/histogram.hpp>
#include <string>

namespace encke::job {

/// Bins of a column that cover the values of a metric with this multiplier, as CoMet has them.
CellBins cell_bins(double multiplier);

/// The counts of CellBins as CoMet prints them: a header line, then for each bin its start with
/// three decimals and the count of each column, separated by tabs. Counts that `histogram` does not
/// have, at its end, are 0.
std::string cell_histogram_text(int way, CellBins bins, const Histogram& histogram);

}  // namespace encke::job
