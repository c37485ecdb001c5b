#pragma once

#include <encke/job/outcome.hpp>

namespace encke::cli {

/// True if the summary beside the outputs is that of a run that ended, of this version, of the same
/// inputs by their digests, with the same options but for those that change no result. Of `outcome`
/// the request, the input and the names of the outputs are known.
bool is_finished(const job::Outcome& outcome);

}  // namespace encke::cli
