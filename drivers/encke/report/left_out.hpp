#pragma once

#include <encke/plan/report.hpp>
#include <string>

namespace encke::cli {

/// True if a run contracted less than all of its tuples to their end.
bool left_something_out(const Report& report);

/// The share of its comparisons that a run made, up to 1. The others follow from what was made: of
/// tuples that cannot pass, and of vectors that are equal to others.
double share_left(const Report& report);

/// Comparisons a second that were made; Report::comparisons_per_second() is of all that were
/// decided.
double computed_per_second(const Report& report);

/// How many tuples were left out, by which step, what share of the comparisons is left, and how
/// fast these were made.
std::string left_out_text(const Report& report);

}  // namespace encke::cli
