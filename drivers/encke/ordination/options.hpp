#pragma once

#include <encke/job/request/read_request.hpp>
#include <encke/ordination/task/request.hpp>
#include <string>
#include <vector>

#include "encke/options/words.hpp"

namespace encke::cli {

struct ReadOrdination {
  ordination::Request request{};
  std::vector<job::GivenOption> options{};  ///< in effect, defaults too
};

/// Options of `pcoa`, or of `group-test`, for its help and to read its words.
std::vector<WordOption> ordination_options(bool tests);

/// Reads a command's options; `others`: words that are none, of which there may be one, the file of
/// distances. Throws Error(command_line).
ReadOrdination read_ordination(bool tests, const std::vector<std::string>& others,
                               const std::vector<job::GivenOption>& options);

}  // namespace encke::cli
