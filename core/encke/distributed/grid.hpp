#pragma once

#include <encke/base/index.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/schedule/partition.hpp>
#include <string>

namespace encke {

/// Ranks on each axis, see docs/design/distributed.md.
struct Decomposition {
  int vector = 1;   ///< positions of the ring, each with its own vectors
  int field = 1;    ///< ranks that share the fields of the same vectors
  int replica = 1;  ///< rings that each have all vectors and do a share of the work

  /// Their product, for factors that are 1 to the number of ranks at most.
  Index ranks() const { return Index{vector} * field * replica; }
  friend bool operator==(const Decomposition&, const Decomposition&) = default;
};

/// A rank's place among all ranks, and those with whom it works.
/// Rank (replica * vector + position) * field + place in the field group.
class Grid {
 public:
  /// This process alone.
  Grid() = default;
  /// Collective. Throws Error(command_line) unless decomposition.ranks() == world.size() and every
  /// axis has at least one rank.
  Grid(const Communicator& world, const Decomposition& decomposition);

  const Decomposition& decomposition() const { return decomposition_; }
  const Communicator& world() const { return world_; }
  /// The ranks of this replica and place in their field groups; their rank is the ring's position.
  const Communicator& ring() const { return ring_; }
  /// The ranks with other fields of this rank's vectors.
  const Communicator& field_group() const { return field_group_; }
  int replica() const { return replica_; }

  /// Blocks that a position of the ring owns, and their vectors.
  Range owned_blocks(const Partition& partition, int position) const;
  Range owned_vectors(const Partition& partition, int position) const;
  /// Fields that a place in the field group has. They are cut at multiples of `unit`.
  Range fields(Index all, Index unit, int place) const;

 private:
  Decomposition decomposition_;
  Communicator world_;
  Communicator ring_;
  Communicator field_group_;
  int replica_ = 0;
};

/// Every axis 0: chosen; otherwise as asked for.
struct WantedDecomposition {
  int vector = 0;
  int field = 0;
  int replica = 0;
};

/// A decomposition and, in a sentence, why.
struct ChosenDecomposition {
  Decomposition decomposition;
  std::string reason;
};

/// What a decomposition is chosen by.
struct DecompositionExtents {
  int way = 2;
  Index vectors = 0;
  Index fields = 0;
  std::int64_t bytes = 0;  ///< packed size of the problem
};

/// Chooses what is not asked for: ranks go to the vector axis as long as each has enough vectors,
/// then to replicas as long as each has several tiles and memory allows, then to fields. Where
/// there are neither tiles nor fields enough, to replicas.
/// `memory`: bytes that a rank may use, 0 if unlimited.
/// Throws Error(command_line) where what is asked for does not make `ranks`.
ChosenDecomposition choose_decomposition(int ranks, const WantedDecomposition& wanted,
                                         const DecompositionExtents& problem, std::int64_t memory);

}  // namespace encke
