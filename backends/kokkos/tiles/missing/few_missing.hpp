#pragma once

#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <encke/tally/tally_tile.hpp>
#include <memory>
#include <vector>

#include "gathered_planes.hpp"

namespace encke::kokkos {

/// Tables of triples by class of vectors that miss few samples. T(a, b, c) counts the samples with
/// a in vector i, b in j and c in k, each genotype 0, genotype 1 or any that is present (P).
/// Genotypes 0 and 1 know nothing of missing samples: their 8 products are those of complete
/// vectors. The other 19 are those of a pair, without the samples that the third vector misses:
///
///     T(a, b, P) = ij(a, b) - ij(a, b | k missing)        9 tables
///     T(a, P, c) = ik(a, c) - ik(a, c | j missing)        4, a and c genotypes 0 and 1
///     T(P, b, c) = jk(b, c) - jk(b, c | i missing)        6, c likewise
///
/// What is taken away is counted in the samples that are missing, gathered before: where these are
/// one in fifty, that is as much as 8 more samples in a hundred.
class FewMissing {
 public:
  /// All planes of the missing form; of pairs in the missing form.
  static constexpr int planes = 27, planes_of_pairs = 9;

  explicit FewMissing(const Array<Operand, 3>& blocks);

  /// True if so few samples are missing, and so many triples wanted, that this takes less time, and
  /// most_bytes() suffice.
  static bool pays(const Array<Operand, 3>& blocks, const TallyVisitor& visitor);
  /// Memory that it takes at most of blocks of so many vectors.
  static std::int64_t most_bytes(Index block, Index fields);

  /// What is to be made before tiles are finished: all jobs, in any order, ...
  Index jobs() const;
  void make(Index job);
  /// ... and the tallies of all pairs of two blocks (ij, ik, jk), in the missing form.
  Array<PairTallies*, 3> pairs() { return {{&ij_, &ik_, &jk_}}; }

  /// Some rows j and columns k of a pivot i, as they are numbered in their blocks, and their
  /// tallies; the first column is that of a group of eight.
  struct Part {
    Index pivot;
    Range rows, cols;
    std::int32_t* tallies;
    Index row_stride, plane_stride;
  };
  /// Writes the 19 planes of each class that hold any that is present. `tallies` has the others.
  void finish(const Part& part) const;

 private:
  /// Planes of one block where those of another are missing; of equal blocks once.
  const GatheredPlanes& table(int of, int missing);

  Array<Operand, 3> blocks_;
  PairTallies ij_, ik_, jk_;
  std::vector<MissedSamples> missed_;  ///< of i, j and k
  std::vector<std::unique_ptr<GatheredPlanes>> tables_;
  const GatheredPlanes &i_of_j_, &k_of_j_, &j_of_i_, &k_of_i_, &i_of_k_, &j_of_k_;
};

}  // namespace encke::kokkos
