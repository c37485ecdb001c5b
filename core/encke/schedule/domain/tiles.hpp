#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/schedule/slice.hpp>
#include <vector>

namespace encke {

/// A tile that has tuples of a domain.
template <int Way>
struct DomainTile {
  Index place = 0;  ///< in orbit order
  Array<Index, Way> blocks{};
  Index tuples = 0;  ///< of the domain, at least 1
};

/// The tiles of a partition that have tuples of a domain. Their ids and their places in orbit order
/// are those of all tiles; shares of them are even by the tuples of the domain. They are listed one
/// by one, unless all tuples are in the domain or there are too many.
template <int Way>
class DomainTiles {
 public:
  using Blocks = Array<Index, Way>;

  static constexpr Index most_listed = 4'000'000;
  static constexpr Index most_looked_at = 100'000'000;

  /// `domain` of partition.vectors() vectors (Error(inconsistent) otherwise). Lists up to
  /// `most_listed` tiles, of up to most_looked_at candidates.
  DomainTiles(const Domain& domain, const Partition& partition, Index most = most_listed);

  const Domain& domain() const { return domain_; }
  const Partition& partition() const { return partition_; }
  const OrbitOrder<Way>& order() const { return order_; }
  Range places() const { return {0, order_.count()}; }

  bool listed() const { return listed_; }
  /// The list in orbit order; empty where not listed().
  const std::vector<DomainTile<Way>>& list() const { return tiles_; }

  /// True if the tile of these ascending blocks has tuples.
  bool has(const Blocks& blocks) const;

  /// Tiles, and tuples of the domain, whose places lie in `places`. Where these are too many to
  /// look at, tiles are counted as if each had tuples, and tuples as if they were spread evenly.
  Index tiles(Range places) const;
  Index tuples(Range places) const;

  /// Share slice.k of slice.n of `places`, by tuples: contiguous, disjoint, complete, and less than
  /// one tile off the n-th part. Of all tuples as OrbitOrder::share(), also where not listed.
  /// Error(command_line) unless 0 <= k < n.
  Range share(Range places, const Slice& slice) const;

 private:
  bool list_tiles(Index most);
  Range listed_at(Range places) const;
  Index tuples_before(Index item) const;
  Index first_from(Range items, Index tuples) const;

  Domain domain_;
  Partition partition_;
  OrbitOrder<Way> order_;
  bool listed_ = false;
  std::vector<DomainTile<Way>> tiles_;
  std::vector<Index> before_;  ///< tuples of the tiles before each
};

}  // namespace encke
