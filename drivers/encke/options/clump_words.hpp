#pragma once

#include <encke/ld/clump.hpp>
#include <string>
#include <vector>

#include "words.hpp"

namespace encke::cli {

/// What a command line asks of "clump".
struct ClumpWords {
  std::string report{};  ///< path
  ld::ReportColumns columns{};
  ld::ClumpRequest request{};
};

/// All options with their help for "clump".
std::vector<WordOption> clump_options();

/// Reads the options of clumping, and takes them out of `given`: what is left is of the request.
/// Throws Error(command_line) that names the option, its text and what was expected.
ClumpWords take_clump(std::vector<job::GivenOption>& given);

}  // namespace encke::cli
