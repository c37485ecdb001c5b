#include "encke/fit.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>

#include "encke/outputs.hpp"
#include "encke/text.hpp"

namespace encke::cli {
namespace {

class Fit {
 public:
  Fit(const Options& options, const MetricEntry& metric, const Plan& plan,
      const TileBackend& backend)
      : options_(options), metric_(metric), plan_(plan), backend_(backend) {}

  bool fits(const Shape& shape) const {
    try {
      require(shape, false);
      return true;
    } catch (const OutOfMemory&) {
      return false;
    }
  }

  /// Throws OutOfMemory unless it fits.
  void require(const Shape& shape, bool missing) const {
    Problem problem = make_problem(options_, metric_, shape, missing);
    problem.sink_bytes = sink_bytes(options_, values_of(plan_, problem, backend_));
    fitting_estimate(options_, plan_, problem, backend_);
  }

 private:
  const Options& options_;
  const MetricEntry& metric_;
  const Plan& plan_;
  const TileBackend& backend_;
};

}  // namespace

void check_tuples(const Options& options, const Shape& shape) {
  if (shape.vectors >= options.way) return;
  throw Error(Failure::inconsistent,
              fmt::format("{}, --way {} needs {}", counted(shape.vectors, "vector"), options.way,
                          options.way));
}

Index values_of(Plan plan, const Problem& problem, const TileBackend& backend) {
  plan.memory = 0;  // what they take is not known yet
  return estimate(plan, problem, backend).values;
}

Estimate fitting_estimate(const Options& options, const Plan& plan, const Problem& problem,
                          const TileBackend& backend) {
  try {
    return estimate(plan, problem, backend);
  } catch (const OutOfMemory& error) {
    throw OutOfMemory("this run", memory_that_suffices(options, error.bytes_needed()), plan.memory);
  }
}

Shape survey_and_refuse(const Options& options, const MetricEntry& metric, const Plan& plan,
                        const TileBackend& backend) {
  Shape shape = survey_input(options, metric);
  const Fit fit(options, metric, plan, backend);
  if (fit.fits(shape)) return shape;
  if (!shape.exact) {
    shape = survey_rates(options);
    if (fit.fits(shape)) return shape;
  }
  fit.require(shape, metric.missing && options.missing);
  return shape;
}

}  // namespace encke::cli
