#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/estimate.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// Vectors of reals or bits that are all zero.
struct EmptyVectors {
  Index vectors = 0;
  Index tuples = 0;      ///< of these alone
  std::string remark{};  ///< what value the tuples have; "" where there are no such vectors
};

/// Counts the vectors without content of a metric that has such. Collective over the grid; throws,
/// on all ranks, Error(inconsistent) where the request wants no such tuples.
EmptyVectors find_empty_vectors(const Request& request, const OwnedVectors& owned, const Grid& grid,
                                const std::vector<std::string>& names);

/// How many variants have less than two different alleles among the samples present, as a remark;
/// "" where there are none, or the metric is not of variants. Collective over the grid.
std::string remark_on_monomorphic(const Request& request, const OwnedVectors& owned,
                                  const Grid& grid);

/// How many samples have no heterozygous genotype, so that no pair of theirs has a kinship, as a
/// remark; "" where there are none, or the metric is not of kinships. Collective over the grid.
std::string remark_on_homozygous(const Request& request, const OwnedVectors& owned,
                                 const Grid& grid);

/// Where packed blocks of the input are, as a remark, and how large.
std::string remark_on_packed(const Request& request, const Estimate& estimate);

/// Throws Error(inconsistent) where samples are missing that the metric needs.
void check_missing(const Request& request, Index missing);

/// Which options keep pairs that cannot pass, or triples by their pairs, from being left out, as a
/// remark; "" where none does, or nothing would be left out of so many vectors.
std::string remark_on_pruning(const Request& request, Index vectors);

/// A remark on a threshold that is possible, but not with these data, or that no value is above,
/// with the largest possible; or "".
std::string remark_on_threshold(const Request& request, const Report& report);

}  // namespace encke::job
