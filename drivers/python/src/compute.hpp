#pragma once

#include <encke/job/request/request.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/estimate.hpp>
#include <encke/sink/sink.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "sinks.hpp"
#include "vectors.hpp"

namespace encke::python {

using Options = std::vector<std::pair<std::string, std::string>>;

/// What a metric is asked for, from options as the command line has them, without their dashes. An
/// input among them is a file's; without one the vectors come from memory. Throws
/// Error(command_line) that names the option.
job::Request read_request(const std::string& metric, const Options& options);

/// Which tuples are compared, as Python says it: nothing of it, all.
struct Compared {
  std::vector<Index> sets = {};  ///< sizes of two or three sets, one after the other; empty: none
  std::vector<double> positions = {};
  double distance = -1;                    ///< >= 0: of `positions` at most so far apart
  std::vector<std::uint32_t> groups = {};  ///< only within these
  Index places = -1;                       ///< >= 0: indices at most so far apart
  bool beyond = false;  ///< what these three leave out, in place of what they leave
};
/// Of triples of two sets one vector is in the first, and the others are in the second.
Domain domain_of(const Compared& compared, int way, Index vectors);

/// The plan of a request on vectors in memory.
Plan plan_of(const job::Request& request, const Vectors& vectors, const Compared& compared);
Estimate estimate_of(const job::Request& request, const Vectors& vectors, const Plan& plan);

/// Computes into the sink. Progress goes to the job, which stops it. `kept`: what keeps the hits,
/// if anything does; it may have the memory that the run leaves.
Report compute(const job::Request& request, const Vectors& vectors, const Compared& compared,
               Sink& sink, Job& job, Collecting* kept = nullptr);

}  // namespace encke::python
