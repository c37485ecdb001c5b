#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/check/tally_check.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/combine/selection/selection.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/distinct/distinct_backend.hpp>
#include <encke/distinct/set_backend.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/count_reads.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/distributed/work_share.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/run_clock.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/schedule/ring_tiles.hpp>
#include <encke/schedule/ring_work.hpp>
#include <limits>
#include <optional>

namespace encke {
namespace {

constexpr Index smallest_block = 64;
constexpr Index largest_block = 65536;
constexpr Index most_blocks = 2'000'000;        // of OrbitSchedule
constexpr double tiles_of_sharer = 8;           // of the largest shape; fewer balance badly
constexpr double comparisons_of_a_tile = 2e11;  // a fraction of a second on one fast core

/// True if a vector has so few partners that most of a tile of such blocks would not be wanted.
bool is_narrow(const Plan& plan, const ProblemExtents& problem, Index block) {
  if (plan.domain.everything()) return false;
  const auto tuples = static_cast<double>(plan.domain.tuples(plan.way, problem.vectors));
  const double of_one = tuples / static_cast<double>(std::max<Index>(problem.vectors, 1));
  const double partners = plan.way == 2 ? of_one : std::sqrt(2 * of_one);
  return partners < static_cast<double>(block) / 4;
}

/// Blocks large enough that products dominate, small enough that progress is seen.
Index preferred_block(const Plan& plan, const ProblemExtents& problem, const TileBackend& backend) {
  const int way = plan.way;
  const bool sums_of_ranks = problem.ranks.field > 1;
  const Index all = std::max(smallest_block, round_up(problem.vectors, 16));
  const Index best = backend.best_block(way);
  if (best > 0 && !sums_of_ranks && !is_narrow(plan, problem, best)) return std::min(best, all);
  const Index most = way == 2 ? (sums_of_ranks ? 1024 : 4096) : (sums_of_ranks ? 96 : 512);
  const double tuples =
      comparisons_of_a_tile / static_cast<double>(std::max<Index>(problem.fields, 1));
  const auto edge = static_cast<Index>(way == 2 ? std::sqrt(tuples) : std::cbrt(tuples));
  return std::min(std::clamp(round_up(edge, 64), smallest_block, most), all);
}

void check(const Plan& plan, const ProblemExtents& problem) {
  if (plan.way != 2 && plan.way != 3) {
    throw Error(Failure::command_line, "way " + std::to_string(plan.way) + ": expected 2 or 3");
  }
  const Index most = plan.way == 2 ? (Index{1} << 32) - 1 : 3'000'000;
  if (problem.vectors > most) {
    throw Error(Failure::inconsistent, std::to_string(problem.vectors) +
                                           " vectors: " + std::to_string(plan.way) +
                                           "-way runs take at most " + std::to_string(most));
  }
  plan.domain.check(plan.way, problem.vectors);
  const Index tuples = plan.domain.tuples(plan.way, problem.vectors);
  if (tuples > std::numeric_limits<Index>::max() / problem.cells) {
    throw Error(Failure::inconsistent, std::to_string(problem.vectors) + " vectors of " +
                                           std::to_string(problem.cells) +
                                           " values a tuple: more than 2^63 values");
  }
  if (plan.block < 0 || plan.block > largest_block || plan.block % Partition::granule != 0) {
    throw Error(Failure::command_line, "a block of " + std::to_string(plan.block) +
                                           " vectors: expected a multiple of 16 from 16 to " +
                                           std::to_string(largest_block));
  }
}

/// Blocks whose tiles are at least `tiles` of the largest shape's work.
Index blocks_for_tiles(int way, double tiles) {
  return static_cast<Index>(std::ceil(way == 2 ? std::sqrt(2 * tiles) : std::cbrt(6 * tiles)));
}

/// Blocks that give each replica of each position, and each part, several tiles.
Index blocks_for_balance(const Plan& plan, const Decomposition& ranks) {
  double sharers = ranks.replica > 1 ? 1. * ranks.vector * ranks.replica : 0;
  if (!plan.shares.empty()) sharers = 1;
  for (const Shares& shares : plan.shares) sharers *= static_cast<double>(shares.of);
  return blocks_for_tiles(plan.way, std::min(sharers * tiles_of_sharer, 1e12));
}

/// True if tiles are small enough for so many to share those of a domain evenly.
template <int Way>
bool can_be_shared(const Domain& domain, const Partition& partition, double sharers) {
  const DomainTiles<Way> tiles(domain, partition);
  Index largest = 0;
  for (const DomainTile<Way>& tile : tiles.list()) largest = std::max(largest, tile.tuples);
  const auto tuples = static_cast<double>(tiles.tuples(tiles.places()));
  return tuples >= sharers * tiles_of_sharer * static_cast<double>(largest);
}

/// The same blocks, or smaller ones, for a part of all tuples.
Partition partition_for_domain(const Plan& plan, const ProblemExtents& problem,
                               const Partition& largest) {
  double sharers = 1. * problem.ranks.vector * problem.ranks.replica;
  for (const Shares& shares : plan.shares) sharers *= static_cast<double>(shares.of);
  const Index most = divide_up(problem.vectors, smallest_block);
  Partition partition = largest;
  while (sharers > 1 && partition.blocks() < most) {
    const bool fine = plan.way == 2 ? can_be_shared<2>(plan.domain, partition, sharers)
                                    : can_be_shared<3>(plan.domain, partition, sharers);
    if (fine) break;
    partition = Partition::of_blocks(problem.vectors, std::min(2 * partition.blocks(), most));
  }
  return partition;
}

/// The blocks for blocks of `block` vectors; if these were not asked for, as many for each position
/// of the ring as for another, such that the positions can share a short last step evenly, and
/// enough for replicas and parts. A part does not know the rings of the others: a number of blocks
/// with many divisors suits most of them.
Partition partition_of(const Plan& plan, const ProblemExtents& problem, Index block) {
  if (plan.blocks > 0) return Partition::of_blocks(problem.vectors, plan.blocks);
  const Partition largest(problem.vectors, block);
  if (plan.block > 0 || largest.blocks() == 0) return largest;
  if (!plan.domain.everything()) return partition_for_domain(plan, problem, largest);
  const Index ring = problem.ranks.vector;
  const bool part = !plan.shares.empty();
  const Index most = divide_up(problem.vectors, smallest_block);
  const Index wanted =
      std::max(largest.blocks(), std::min(most, blocks_for_balance(plan, problem.ranks)));
  for (const Index factor : {24, 12, 6, 4, 3, 2, 1}) {
    if (!part && factor > 1 && (factor != plan.way || ring == 1 || ring % plan.way != 0)) continue;
    const Index unit = ring * factor;
    const Index even = round_up(wanted, unit);
    if (even <= most) return Partition::of_blocks(problem.vectors, even);
  }
  // no more than `largest` for the sake of balance where blocks would be very small
  const Index each = std::max(divide_up(largest.blocks(), ring), std::min(wanted, most) / ring);
  return Partition::of_blocks(problem.vectors, ring * each);
}

/// The domain, and a rank's lists of its tiles.
template <int Way>
std::int64_t domain_bytes(const Domain& domain, const Partition& partition) {
  if (domain.everything()) return 0;
  constexpr std::int64_t bytes_of_tile = 2 * sizeof(DomainTile<Way>) + sizeof(Index);
  return domain.bytes() + std::ssize(DomainTiles<Way>(domain, partition).list()) * bytes_of_tile;
}

/// Vectors of other positions that a rank holds at a time, in positions' worth.
Index remote_positions(const Plan& plan, const ProblemExtents& problem) {
  const Index ring = problem.ranks.vector;
  if (!plan.domain.everything()) {
    return plan.way == 2 ? RingTiles<2>::most_others(ring) : RingTiles<3>::most_others(ring);
  }
  return plan.way == 2 ? RingWork<2>::most_others(ring) : RingWork<3>::most_others(ring);
}

/// `bytes` of `all`, as far as `part` of it goes.
std::int64_t bytes_of_part(std::int64_t bytes, Index part, Index all) {
  if (part >= all) return bytes;
  return static_cast<std::int64_t>(
      std::ceil(static_cast<double>(bytes) * static_cast<double>(part) / static_cast<double>(all)));
}

/// Packed vectors of the rank that has most: whole blocks, and whole units of fields.
std::int64_t own_bytes(const ProblemExtents& problem, const Partition& partition) {
  const Decomposition& ranks = problem.ranks;
  const Index vectors = divide_up(partition.blocks(), ranks.vector) * partition.largest_block();
  const Index unit = problem.element.row().real_sums ? Minima::segment : 64;
  const Index fields = divide_up(divide_up(problem.fields, unit), ranks.field) * unit;
  return bytes_of_part(bytes_of_part(problem.vector_bytes, vectors, problem.vectors), fields,
                       problem.fields);
}

/// Buffers of FieldGroup, three tiles of tallies in their largest form, and of ScreenAfterSum.
std::int64_t field_group_bytes(const ProblemExtents& problem, int way, int workers, Index block) {
  const int ranks = problem.ranks.field;
  if (ranks == 1) return 0;
  const auto marks = ScreenAfterSum<AlleleCounts, 2>::memory(workers, block);
  if (problem.element.contraction == ContractionId::genotype_moments) {
    return marks + FieldGroup<GenotypeMoments, 2>::memory(ranks, block, true);
  }
  if (problem.element.contraction == ContractionId::genotype_matches) {
    return marks + FieldGroup<GenotypeMatches, 2>::memory(ranks, block, true);
  }
  return marks + (way == 2 ? FieldGroup<AlleleCounts, 2>::memory(ranks, block, true)
                           : FieldGroup<AlleleCounts, 3>::memory(ranks, block, true));
}

template <class C>
std::int64_t check_bytes_of(int way, Index block, Index fields, int workers) {
  return way == 2 ? RowCheck<C, 2>::memory(block, fields, workers)
                  : RowCheck<C, 3>::memory(block, fields, workers);
}

/// Sums of RowCheck: those of genotypes and of bits take the same.
std::int64_t check_bytes(const Plan& plan, Element element, Index block, Index fields,
                         int workers) {
  if (!plan.check) return 0;
  if (element.contraction == ContractionId::genotype_moments) {
    return RowCheck<GenotypeMoments, 2>::memory(block, fields, workers);
  }
  if (element.contraction == ContractionId::genotype_tables) {
    return check_bytes_of<GenotypeTables>(plan.way, block, fields, workers);
  }
  if (element.contraction == ContractionId::count_minima)
    return check_bytes_of<CountMinima>(plan.way, block, fields, workers);
  return check_bytes_of<AlleleCounts>(plan.way, block, fields, workers);
}

/// Where triples come from their pairs.
std::int64_t pair_search_bytes(const Plan& plan, const ProblemExtents& problem,
                               const TileBackend& backend) {
  const ContractionId id = problem.element.contraction;
  const bool has_bound = id == ContractionId::allele_counts || id == ContractionId::allele_bits;
  if (plan.way != 3 || plan.pruning == Pruning::off || plan.threshold.all || !has_bound ||
      !(backend.uses_pairs() || backend.uses_overlapping_pairs())) {
    return 0;
  }
  return PairSearch::bytes(problem.vectors, plan.memory, backend.workers());
}

/// Sets the bytes of a run that is cut so. Without the vectors of blocks on demand.
void set_bytes(Estimate& e, const Plan& plan, const ProblemExtents& problem,
               const TileBackend& backend, const Partition& partition) {
  const std::int64_t bytes_of_vector =
      problem.vector_bytes / problem.ranks.field / std::max<Index>(problem.vectors, 1) + 1;
  const int workers = backend.workers();
  e.block = std::max(partition.largest_block(), Partition::granule);
  e.blocks = partition.blocks();
  e.sink_bytes = problem.sink_bytes;
  e.publish_bytes = problem.publish_bytes;
  e.input_bytes = problem.input.held;
  e.program = problem.ranks.ranks() > 1 ? Estimate::program_bytes_of_rank : Estimate::program_bytes;
  e.select_bytes = workers * select_bytes_of_worker + problem.vectors * 48 +
                   pair_search_bytes(plan, problem, backend) +
                   (plan.way == 2 ? domain_bytes<2>(plan.domain, partition)
                                  : domain_bytes<3>(plan.domain, partition));
  e.vector_bytes = own_bytes(problem, partition);
  e.exchange_bytes = remote_positions(plan, problem) * e.vector_bytes +
                     field_group_bytes(problem, plan.way, workers, e.block);
  e.backend_bytes =
      backend.memory_for(problem.element, plan.way, e.block, problem.fields, bytes_of_vector) +
      check_bytes(plan, problem.element, e.block, problem.fields, workers) +
      (takes_equal_vectors_once(plan, problem.element, problem.ranks.field, 1)
           ? distinct_bytes(e.block, bytes_of_vector)
       : gathers_sets(plan, problem.element, problem.ranks.field, 1, problem.vectors)
           ? set_bytes_of(e.block, bytes_of_vector)
           : 0);
}

/// Bytes of the tiles that a rank lists to walk over them.
std::int64_t walk_bytes(const Plan& plan, const Partition& partition) {
  if (plan.domain.everything()) return 0;
  return plan.way == 2 ? std::ssize(DomainTiles<2>(plan.domain, partition).list()) * 40
                       : std::ssize(DomainTiles<3>(plan.domain, partition).list()) * 56;
}

/// Bytes of a block of so many vectors, as a rank has it.
std::int64_t block_bytes_of(const ProblemExtents& problem, Index block) {
  const auto all = bytes_of_part(problem.vector_bytes, block, problem.vectors);
  return bytes_of_part(all, 1, problem.ranks.field) +
         problem.element.shared_bytes(problem.element.words(problem.fields));
}

/// Sets the bytes of a run whose blocks are read when they are needed, and how many fit.
void set_bytes_on_demand(Estimate& e, const Plan& plan, const ProblemExtents& problem,
                         const TileBackend& backend, const Partition& partition) {
  const Decomposition& ranks = problem.ranks;
  set_bytes(e, plan, problem, backend, partition);
  e.block_bytes = block_bytes_of(problem, e.block);
  e.read_bytes = bytes_of_part(
      PackedVectors::bytes_for(problem.element, e.block, problem.fields, false), 1, ranks.field);
  e.exchange_bytes = field_group_bytes(problem, plan.way, backend.workers(), e.block);
  e.select_bytes += walk_bytes(plan, partition);
  e.vector_bytes = problem.input.reading + divide_up(e.blocks, ranks.vector) * e.block *
                                               (problem.element.row().classes ? 72 : 24);
  const std::int64_t others = e.input_bytes + e.program + e.run_bytes() + e.sink_bytes;
  const std::int64_t left = std::max<std::int64_t>(plan.memory - others, 0);
  e.held = std::min(left / std::max<std::int64_t>(e.block_bytes, 1),
                    std::max<Index>(plan.way + 1, e.blocks));
}

/// Half as many vectors, or a little fewer: whole tiles of kernels, most of which take 96 columns
/// or a multiple of that, so that none is computed in part.
Index smaller_block(Index block) {
  constexpr Index whole = 96;
  const Index half = block / 2;
  return half >= whole ? half / whole * whole : round_up(half, 16);
}

/// True if smaller blocks, of which more are held, would take less time: they are read less often.
bool wants_more_blocks(const Estimate& e, int way, Index block, Index fields) {
  constexpr Index enough = 12;         // the walk of pairs reads a fifth more than it must
  constexpr Index worth_a_tile = 256;  // vectors of a block; smaller ones are slow
  constexpr Index least = 6;           // of four one moves on and one comes: half of the memory
  constexpr double work = 5e7;         // comparisons of a tile, which are worth the rest of it
  const Index half = smaller_block(block);
  if (e.held < std::min(enough, e.blocks) && half >= worth_a_tile) return true;
  const Index smallest = way == 2 ? 96 : smallest_block;  // triples read with the square of that
  const double comparisons = static_cast<double>(half * half) * static_cast<double>(fields);
  return e.held < std::min(least, e.blocks) && half >= smallest && comparisons >= work;
}

/// The largest blocks of which as many fit into memory as make reading rare. `otherwise`: bytes
/// with which all vectors could be held.
Estimate on_demand(const Plan& plan, const ProblemExtents& problem, const TileBackend& backend,
                   Index block, std::int64_t otherwise) {
  for (;; block = smaller_block(block)) {
    Estimate e;
    set_bytes_on_demand(e, plan, problem, backend, partition_of(plan, problem, block));
    const bool last = plan.block > 0 || plan.blocks > 0 || block <= smallest_block;
    const bool fits = e.held > plan.way && e.bytes() <= plan.memory;
    if (!fits && last) {
      e.vector_bytes += (plan.way + 1) * e.block_bytes;
      throw OutOfMemory("this run", std::min(e.bytes(), otherwise), plan.memory);
    }
    if (!fits || (!last && wants_more_blocks(e, plan.way, block, problem.fields))) continue;
    e.vector_bytes += e.held * e.block_bytes;
    return e;
  }
}

/// The largest blocks with which all of a rank's vectors fit into memory, or where none do the
/// smallest.
Estimate all_held(const Plan& plan, const ProblemExtents& problem, const TileBackend& backend,
                  Index block) {
  Estimate e;
  for (;; block = round_up(block / 2, 16)) {
    set_bytes(e, plan, problem, backend, partition_of(plan, problem, block));
    if (plan.memory == 0 || e.bytes() <= plan.memory) return e;
    if (plan.block > 0 || plan.blocks > 0 || block <= smallest_block) return e;
  }
}

}  // namespace

Estimate estimate(const Plan& plan, const ProblemExtents& problem, const TileBackend& backend) {
  check(plan, problem);
  detail::check_support(backend, problem.element.contraction);  // which memory_for() relies on
  const Index wanted = plan.block > 0 ? plan.block : preferred_block(plan, problem, backend);
  const Index block = std::min(wanted, std::max(Partition::granule, round_up(problem.vectors, 16)));
  Estimate e = all_held(plan, problem, backend, block);
  if (plan.memory > 0 && e.bytes() > plan.memory) {
    if (!problem.on_demand) throw OutOfMemory("this run", e.bytes(), plan.memory);
    e = on_demand(plan, problem, backend, block, e.bytes());
  }
  if (e.blocks > most_blocks) {
    throw Error(Failure::inconsistent, std::to_string(e.blocks) + " blocks of " +
                                           std::to_string(e.block) + " vectors: more than " +
                                           std::to_string(most_blocks));
  }
  const auto partition = Partition::of_blocks(problem.vectors, e.blocks);
  const WorkShare work = work_share(plan, partition, problem.ranks);
  e.tiles = work.tiles;
  e.tuples = work.tuples;
  e.values = e.tuples * problem.cells;
  e.comparisons = static_cast<double>(e.tuples) * static_cast<double>(problem.fields);
  e.comparisons_of_rank =
      static_cast<double>(work.busiest) * static_cast<double>(problem.fields) / problem.ranks.field;
  if (e.held == 0) return e;
  e.blocks_read = count_reads(plan, partition, problem.ranks, e.held, held_in_first_pass(e.held));
  const bool again = e.blocks_read > e.blocks * problem.ranks.field * problem.ranks.replica;
  if (problem.input.slow_again && problem.packed_file && again) {
    e.packed_file = problem.vector_bytes;
    e.read_bytes = e.block_bytes;
  }
  return e;
}

Estimate without_masks(const Estimate& e, const Plan& plan, const ProblemExtents& problem,
                       const TileBackend& backend) {
  const auto partition = Partition::of_blocks(problem.vectors, e.blocks);
  Estimate better = e;
  set_bytes_on_demand(better, plan, problem, backend, partition);
  if (better.held <= e.held) return e;
  better.vector_bytes += better.held * better.block_bytes;
  if (e.packed_file > 0) {
    better.packed_file = problem.vector_bytes;
    better.read_bytes = better.block_bytes;
  }
  better.blocks_read =
      count_reads(plan, partition, problem.ranks, better.held, held_in_first_pass(e.held));
  return better;
}

}  // namespace encke
