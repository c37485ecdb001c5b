#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "words.hpp"

namespace encke::cli {

/// What to say of a word that is no option and stands where none is taken: "; did you mean --bfile
/// cohort?" of cohort.bed where the command takes --bfile and was given none, "; did you mean
/// --shard 1/4?" of the 4 of --shard 1 4, or "; options begin with --". `known` are the options of
/// the command; those of others have no group.
std::string hint_for_stray(std::string_view word, const Words& given,
                           const std::vector<WordOption>& known);

/// What to say where the first word is no metric and no command: "; did you mean encke r2 --bfile
/// c?" of --bfile c --r2, and of --bfile c --king-cutoff 0.1, which king alone takes; or "".
std::string hint_for_no_command(const std::vector<std::string>& words);

}  // namespace encke::cli
