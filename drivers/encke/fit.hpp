#pragma once

#include <encke/backend/backend.hpp>
#include <encke/run/estimate.hpp>

#include "encke/metrics.hpp"
#include "encke/options.hpp"
#include "encke/survey.hpp"

namespace encke::cli {

/// Throws Error(inconsistent) where there are less vectors than a tuple has.
void check_tuples(const Options& options, const Shape& shape);

/// Values of all tuples. Throws what estimate() throws, except OutOfMemory.
Index values_of(Plan plan, const Problem& problem, const TileBackend& backend);

/// The library's estimate. Throws what estimate() throws; OutOfMemory with a --memory that does.
Estimate fitting_estimate(const Options& options, const Plan& plan, const Problem& problem,
                          const TileBackend& backend);

/// Surveys the input and refuses a run that does not fit, before anything of it is read. Where
/// --maf or --geno select, all vectors are tried first, and only if these do not fit, those that
/// are left, for which the genotypes are read. Genotypes that are missing take more memory, and may
/// make the run fail later; what is said to be needed includes them.
/// Throws what survey_input() and estimate() throw; OutOfMemory.
Shape survey_and_refuse(const Options& options, const MetricEntry& metric, const Plan& plan,
                        const TileBackend& backend);

}  // namespace encke::cli
