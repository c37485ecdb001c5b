#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/read_share.hpp>
#include <string>
#include <vector>

#include "encke/metrics.hpp"
#include "encke/record.hpp"

namespace encke::cli {

/// Counts the vectors of reals or bits that are all zero and the tuples of these alone, and notes
/// what value they have. Collective over the grid; throws, on all ranks, Error(inconsistent) where
/// the options want no such tuples.
void note_empty_vectors(const OwnedVectors& owned, const Grid& grid,
                        const std::vector<std::string>& names, Record& record);

/// Notes how many variants have less than two different alleles among the samples present.
/// Collective over the grid.
void note_monomorphic(const OwnedVectors& owned, const Grid& grid, Record& record);

/// Throws Error(inconsistent) where samples are missing that the metric needs.
void check_missing(const Options& options, const MetricEntry& metric, Index missing);

/// Adds a remark on a threshold that is possible, but not with these data.
void remark_on_threshold(const Options& options, const MetricEntry& metric, Record& record);

}  // namespace encke::cli
