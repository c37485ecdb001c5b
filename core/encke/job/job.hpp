#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/observer.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/request/request.hpp>
#include <string>

namespace encke::job {

/// Does what is asked for, on all ranks together: opens and reads the input, begins or resumes the
/// stored run P.blocks/, computes, and makes the output files, which get their names together. Of a
/// part of a run P.blocks/ is the result, see merge(). Collective; needs a Runtime. The outcome of
/// the root is complete; of others only what a rank knows by itself.
///
/// Throws Error; on failure no output file has its final name, and what is done is kept in
/// P.blocks/ for a request with `resume`. Errors: those of the readers (open, read, malformed,
/// inconsistent), command_line for what does not fit the number of ranks, memory, gpu, write,
/// checksum for stored data that are damaged, and what the observer throws.
Outcome perform(const Request& request, const Communicator& world, Observer& observer);
/// The same without an observer.
inline Outcome perform(const Request& request, const Communicator& world = {}) {
  Observer observer;
  return perform(request, world, observer);
}

/// What a job would do.
struct Preview {
  Request request{};
  Extents extents{};
  Layout layout{};
  double rate_of_rank = 0;             ///< comparisons per second in a trial; 0 where it gave none
  std::string remark{};                ///< which whole numbers were found in the input, if any
  std::vector<std::string> remarks{};  ///< what is compared, where that is not all
};

/// Works out what perform() would do, reads no more than that needs, and computes nothing. Throws
/// as perform(). Collective.
Preview preview(const Request& request, const Communicator& world = {});

}  // namespace encke::job
