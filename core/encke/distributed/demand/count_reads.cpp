#include <encke/distributed/demand/count_reads.hpp>
#include <encke/distributed/demand/walked_tiles.hpp>

namespace encke {
namespace {

constexpr Index most_to_walk = 10'000'000;  // about a second

/// As many as a walk over all tiles reads: each block of a group once, then those that pass it by.
template <int Way>
double expected_reads(Index blocks, Index held) {
  const auto group = static_cast<double>(BlockWalk<Way>(blocks, held).group());
  const auto n = static_cast<double>(blocks);
  return Way == 2 ? n * n / (2 * group) : n * n * n / (6 * group * group);
}

template <int Way>
Index reads_of(const Plan& plan, const Partition& partition, const Decomposition& ranks, Index held,
               Index first) {
  Plan fresh = plan;
  fresh.done = nullptr;
  const Index blocks = partition.blocks();
  const Index sharers = Index{ranks.vector} * ranks.replica;
  const DomainTiles<Way> tiles(plan.domain, partition);
  const Index to_walk = tiles.listed() ? std::ssize(tiles.list()) : tiles.order().count();
  if (to_walk > most_to_walk / sharers) {
    return blocks * ranks.replica + static_cast<Index>(expected_reads<Way>(blocks, held));
  }
  Index reads = 0;
  for (Index k = 0; k < sharers; ++k) {
    const Range own = Slice{k % ranks.vector, ranks.vector}.of({0, blocks});
    reads += WalkedTiles<Way>(fresh, partition, {k, sharers}, held).count_reads(held, own, first);
  }
  return reads;
}

}  // namespace

Index count_reads(const Plan& plan, const Partition& partition, const Decomposition& ranks,
                  Index held, Index first) {
  const Index reads = plan.way == 2 ? reads_of<2>(plan, partition, ranks, held, first)
                                    : reads_of<3>(plan, partition, ranks, held, first);
  return reads * ranks.field;
}

}  // namespace encke
