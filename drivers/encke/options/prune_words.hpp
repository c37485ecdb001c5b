#pragma once

#include <encke/ld/prune.hpp>
#include <string>
#include <vector>

#include "words.hpp"

namespace encke::cli {

/// All options with their help for "prune".
std::vector<WordOption> prune_options();

/// Reads --indep-pairwise and --indep-order, and takes them out of `given`: what is left is of the
/// request. Throws Error(command_line) that names the option, its text and what was
/// expected.
ld::PruneRequest take_prune(std::vector<job::GivenOption>& given);

}  // namespace encke::cli
