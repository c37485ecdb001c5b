#pragma once

#include <cstdint>
#include <encke/io/tree/biom.hpp>
#include <string>

namespace encke::io {

/// Rarefaction: of each sample so many of its counts.
struct Subsample {
  Index depth = 0;  ///< counts of a sample that are kept; 0: all
  std::uint64_t seed = 1;
};

/// Leaves of each sample `depth` of its counts, chosen at random without replacement, every choice
/// being equally likely; leaves out samples that have less. What is chosen depends on the seed, the
/// sample's id and its counts in their order alone, and is the same on every machine. Returns a
/// sentence with the numbers and the names of those left out. Throws Error(inconsistent) for counts
/// that are not whole, are 2^53 or more in a sample, and where no sample is left. `path`: of the
/// table, for messages.
std::string take_subsample(SparseTable& table, const Subsample& subsample, const std::string& path);

}  // namespace encke::io
