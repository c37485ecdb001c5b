#pragma once

#include <algorithm>
#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/io/source.hpp>
#include <encke/plan/plan.hpp>
#include <limits>

namespace encke {

/// The problem that a plan is for, as far as it decides block sizes and memory.
struct ProblemExtents {
  Index vectors = 0;
  Index fields = 0;
  int cells = 1;                   ///< values of a tuple
  std::int64_t vector_bytes = 0;   ///< packed input, all of it
  std::int64_t sink_bytes = 0;     ///< what the sink of a rank holds at most
  std::int64_t publish_bytes = 0;  ///< and what is held later, when the vectors are gone
  Decomposition ranks = {};
  Element element = Element::genotype;
  bool on_demand = false;  ///< blocks can be read from the input when they are needed
  io::SourceCosts input = {};
  bool packed_file = false;  ///< there is a place for a file of packed blocks
};

/// A plan worked out for a problem: how it is cut, and what it will take.
struct Estimate {
  Index block = 0;  ///< vectors of a block, at most
  Index blocks = 0;
  // of the plan's shares, all ranks together:
  Index tiles = 0;  ///< products of blocks
  Index tuples = 0;
  Index values = 0;
  double comparisons = 0;  ///< tuples * fields
  // of the rank that has most:
  double comparisons_of_rank = 0;
  std::int64_t vector_bytes = 0;    ///< its own vectors, or blocks and sums of vectors
  std::int64_t exchange_bytes = 0;  ///< other ranks' vectors, and tallies to be added up
  std::int64_t backend_bytes = 0;   ///< and, with plan.check, the sums that tallies are checked by
  std::int64_t select_bytes = 0;
  std::int64_t sink_bytes = 0;     ///< while tiles are computed
  std::int64_t publish_bytes = 0;  ///< afterwards, in place of all of the above
  std::int64_t input_bytes = 0;    ///< names, sites and tables of the input
  std::int64_t program = program_bytes;
  /// Blocks on demand: so many are in a rank's memory at a time. 0: all of a rank's own vectors
  /// are.
  Index held = 0;
  std::int64_t block_bytes = 0;  ///< of one of these
  std::int64_t read_bytes = 0;   ///< of one of these in its file: without masks, where that is told
  std::int64_t packed_file = 0;  ///< bytes of a file of all packed blocks; 0: there is none
  Index blocks_read = 0;         ///< by all ranks together, the first pass over all included

  std::int64_t bytes() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t stays = input_bytes + program;
    const std::int64_t own = stays + run_bytes();
    const std::int64_t output = output_bytes();
    return output > most - own ? most : own + output;  // a sink's may be without a limit
  }
  /// Of a rank for itself while tiles are computed, without the sink.
  std::int64_t run_bytes() const {
    return vector_bytes + exchange_bytes + backend_bytes + select_bytes;
  }
  /// Of the sink, and what publishing takes more than the run.
  std::int64_t output_bytes() const { return std::max(sink_bytes, publish_bytes - run_bytes()); }
  /// The program, its libraries and the threads' stacks: 13 to 15 MiB were measured, and of one of
  /// several ranks 21 to 24, with MPI's buffers.
  static constexpr std::int64_t program_bytes = std::int64_t{16} << 20;
  static constexpr std::int64_t program_bytes_of_rank = std::int64_t{28} << 20;
};

/// Chooses the block size: the one asked for, or the largest that keeps a product of blocks well
/// under a second and the memory of a rank within plan.memory. Of several positions of a ring each
/// gets equally many blocks, and a multiple of plan.way where that divides the ring and there are
/// enough vectors, so that the work of the ring's last step can be shared evenly. Where there are
/// several replicas, or plan.shares, there are so many blocks (of 64 vectors at least) that each
/// has several tiles. The blocks of shares follow from the problem and the shares' number alone,
/// unless problem.ranks or plan.memory say otherwise: a caller whose parts are to fit together
/// leaves these as they are by default. Of a plan.domain that is not everything blocks are so small
/// that all ranks and parts have several of its tiles.
/// Where not even the smallest blocks are enough, and problem.on_demand, blocks are read when they
/// are needed, as many at a time as fit: blocks are then so small that a rank holds a dozen, if
/// they have 256 vectors at least.
/// `backend`: the one that contracts, not a CheckedBackend: the memory of its check is added here.
/// Throws OutOfMemory where even the smallest blocks, or on demand one more than a tile has, need
/// more than plan.memory;
/// Error(command_line) where plan.block is not a positive multiple of 16;
/// Error(inconsistent) for more than 2^32 vectors (3-way: 3 million) or 2^63 values, where the
/// backend cannot contract problem.element, and as Domain::check().
Estimate estimate(const Plan& plan, const ProblemExtents& problem, const TileBackend& backend);

/// The same where blocks are read when they are needed, and the first pass over them has seen that
/// none misses a sample: without masks more of them fit. `problem.vector_bytes`: without masks.
Estimate without_masks(const Estimate& e, const Plan& plan, const ProblemExtents& problem,
                       const TileBackend& backend);

/// Comparisons per second of the backend's kernels, from a trial of some milliseconds on the
/// first vectors; 0 where there are too few to tell.
double trial_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend);

}  // namespace encke
