#pragma once

#include "options.hpp"

namespace encke::bench {

/// Does what the options ask for: JSON lines to standard output and, unless only JSON is wanted,
/// a table to standard error. Throws Error.
void perform(const Options& options);

}  // namespace encke::bench
