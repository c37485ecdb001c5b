#pragma once

#include <string>
#include <vector>

#include "words.hpp"

namespace encke::cli {

enum class ProgressMode { automatic, plain, none, json };

/// --progress, under this heading of a help text.
WordOption progress_word(const std::string& heading);

/// Takes --progress, which is the program's own, out of what was given.
ProgressMode take_progress(std::vector<job::GivenOption>& given);

/// --verbose, likewise.
WordOption verbose_word(const std::string& heading);
bool take_verbose(std::vector<job::GivenOption>& given);

}  // namespace encke::cli
