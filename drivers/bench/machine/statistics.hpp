#pragma once

#include <vector>

namespace encke::bench {

/// Middle value, or the mean of the two middle ones. `values` must not be empty.
double median(std::vector<double> values);

/// Largest over smallest value: 1 where all are equal. `values` must not be empty.
double spread(const std::vector<double>& values);

}  // namespace encke::bench
