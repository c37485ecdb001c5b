#pragma once

#include <cstdint>
#include <encke/comm/communicator.hpp>
#include <encke/screen/screen.hpp>
#include <encke/screen/useful_pairs.hpp>
#include <encke/tally/tally_tile.hpp>
#include <functional>
#include <optional>
#include <vector>

// Which pairs may be in a triple that passes a WeightBound. The bound and its proof are in
// docs/design/less-work.md. In short: with C2 = joint_ij / sum_ij * w_i w_j, a value of a triple
// is at most C2 of each of its pairs times `third` of the other vector's allele, because a vector
// adds at most a factor of 2 to a joint count (bits: 1) and to the sum exactly that factor, but
// for the samples that it misses.

namespace encke {

/// Vectors whose triples are to pass a bound.
struct TripleProblem {
  int copies = 2;    ///< alleles that a sample has: 2 of AlleleCounts, 1 of AlleleBits
  Index fields = 0;  ///< samples
  std::vector<std::int32_t> x_sum;    ///< of each vector, see PackedVectors::Margins
  std::vector<std::int32_t> present;  ///< samples of each vector that are not missing
  const float* weight[2] = {};        ///< as WeightBound's
  float floor = 0;                    ///< as WeightBound's, above 0

  Index vectors() const { return static_cast<Index>(x_sum.size()); }
};

/// For each vector what it can multiply a pair's value by, as the third of a triple, at most:
///   w n / (n - missing),  n = the least number of samples that any pair has in common.
/// Infinite where that is none. [allele][vector], rounded up.
std::vector<float> third_factors(const TripleProblem& problem, int allele);

/// How often and how far pairs are looked at.
struct PairSearch {
  Index most_pairs = Index{1} << 22;  ///< of a rank, that are kept while lists are made shorter
  int passes = 4;                     ///< over all pairs, at most
  int rounds = 8;                     ///< over those that are kept
  bool forced = false;                ///< also where it is not expected to pay

  /// Fewer vectors have so few triples for each pair that a pass over all pairs takes too long.
  static constexpr Index least_vectors = 200;

  /// The pairs that a rank keeps of so many vectors, where a run may use `memory` bytes in all (0:
  /// no limit).
  static Index most_pairs_of(Index vectors, std::int64_t memory);
  /// Bytes that a rank needs for its search and what it finds, at most; 0 for too few vectors.
  static std::int64_t bytes(Index vectors, std::int64_t memory, int workers);
};

/// Has the tallies of all pairs of this rank's share visited, without a screen.
using VisitPairs = std::function<void(TallyVisitor&)>;

/// The pairs that may be in a triple which passes; nothing where too many may for lists to pay.
/// Collective over `world`, whose ranks visit each pair once. `workers`: of the visits.
std::optional<UsefulPairs> find_useful_pairs(const TripleProblem& problem, int workers,
                                             const Communicator& world, const VisitPairs& visit,
                                             const PairSearch& search = {});

}  // namespace encke
