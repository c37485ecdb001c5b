#pragma once

#include <encke/backend/backend.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/plan.hpp>

#include "encke/metrics.hpp"
#include "encke/options.hpp"

namespace encke::cli {

/// Extents of the input, known without reading it all.
struct Shape {
  Index vectors = 0;
  Index fields = 0;
  bool exact = true;  ///< false: --maf or --geno may leave fewer vectors
};

/// Looks at the input: headers, .bim and .fam, lists of ids, numbers of lines,
/// the size of the file. Throws what the readers of encke::io throw for these.
Shape survey_input(const Options& options, const MetricEntry& metric);

/// The exact extents where --maf or --geno select: reads the genotypes for it.
Shape survey_rates(const Options& options);

/// Some of the input's first vectors, or ones like them, for a trial of the kernels.
PackedVectors sample_input(const Options& options, const MetricEntry& metric, const Shape& shape);

/// The library's plan for these options, without a progress function.
Plan make_plan(const Options& options);

/// The problem as far as the shape tells; `missing`: there are missing genotypes. For extents whose
/// product would overflow, the bytes are a number beyond all memories.
Problem make_problem(const Options& options, const MetricEntry& metric, const Shape& shape,
                     bool missing);

/// Comparisons per second in a trial; 0 where that tells nothing.
double measured_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend);

}  // namespace encke::cli
