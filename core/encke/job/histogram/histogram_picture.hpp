#pragma once

#include <encke/base/histogram.hpp>
#include <optional>
#include <string>

namespace encke::job {

/// An SVG element of the counts on a logarithmic axis, the threshold as a line. Bins are joined to
/// at most 100 bars. What lies below 0 has one bar left of the others, where there is such a value
/// or the threshold lies there. A threshold beyond the last bar is marked at its end.
std::string histogram_picture(const Histogram& histogram, const std::optional<double>& threshold);

/// The same as a file of its own.
std::string histogram_svg(const Histogram& histogram, const std::optional<double>& threshold);

}  // namespace encke::job
