#pragma once

#include <encke/job/observer.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/request/request.hpp>

namespace encke::job {

/// Joins the parts of a run into its output files, without its input: request.parts, each its
/// `out`, into request.out, with `format`, `compression`, `checksum` and `memory` of the request;
/// all else is what the parts were computed with. In one process. Throws Error(inconsistent) for
/// parts that are not complete, missing, or not of one run, and for a format that does not fit
/// them, Error(checksum) for damaged ones, Error(command_line) for options of a file that is not
/// written, and Error(open, read, write).
Outcome merge(const Request& request, Observer& observer);
Outcome merge(const Request& request);

}  // namespace encke::job
