#pragma once

#include <encke/ordination/groups/grouping.hpp>
#include <encke/ordination/pcoa.hpp>
#include <string>

namespace encke::ordination {

/// A picture (SVG 1.1, no script, two decimals) of the samples on two axes, counted from 0, in the
/// same scale; each has its group's colour and shape, which a legend tells, and shows its id where
/// a pointer is on it. `grouping` without names: all look alike. Throws Error(inconsistent) for an
/// axis that there is not.
std::string scatter(const Pcoa& pcoa, Index horizontal, Index vertical, const Grouping& grouping);

}  // namespace encke::ordination
