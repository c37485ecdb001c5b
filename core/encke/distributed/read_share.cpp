#include <array>
#include <encke/comm/agree.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/distributed/demand/sums.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/host/region.hpp>
#include <optional>

namespace encke {
namespace {

/// Ranges of fields of the rank's parts, see RankVectors::parts.
std::vector<Range> parts_of(const io::Source& source, const Grid& grid) {
  const bool cut = source.element().row().real_sums && grid.field_group().size() > 1;
  const Index unit = source.element().row().real_sums ? Minima::segment : 64;
  const Range mine = grid.fields(source.fields(), unit, grid.field_group().rank());
  if (grid.field_group().size() > 1 && mine.size() == 0) return {};
  if (!cut) return {mine};
  std::vector<Range> parts;
  for (Index begin = mine.begin; begin < mine.end; begin += unit) {
    parts.push_back(mine.from(begin, unit));
  }
  return parts;
}

/// The least of the ranks' numbers of blocks, where these are not 0.
Index held_by_all(const Grid& grid, Index held) {
  constexpr std::int64_t many = std::int64_t{1} << 40;
  std::array<std::int64_t, 1> fewest = {held > 0 ? many - held : 0};
  grid.world().maximum(fewest);
  return fewest[0] == 0 ? 0 : many - fewest[0];
}

/// The sums of this rank's vectors, from a pass over its blocks, and whether some keep masks.
VectorSums read_sums(OwnedVectors& owned, Range blocks, bool& masks) {
  VectorSums sums(owned.own.size());
  for (Index block = blocks.begin; block < blocks.end; ++block) {
    const auto& parts = owned.demanded->pass(block);
    sums.take(owned.partition.range(block).begin - owned.own.begin, parts);
    for (const PackedVectors& part : parts) masks = masks || part.keeps_masks();
  }
  return sums;
}

/// Masks must be kept by all ranks' vectors or by none.
bool any_keeps_masks(const Grid& grid, bool mine) {
  std::array<std::int64_t, 1> masks = {mine ? 1 : 0};
  grid.world().maximum(masks);
  return masks[0] != 0;
}

/// Reads the sums of the rank's vectors, and from now on blocks when they are needed.
void read_on_demand(OwnedVectors& owned, const Grid& grid, Index held,
                    const BlocksOnDemand::Read& read) {
  const int position = grid.ring().rank();
  owned.demanded =
      std::make_unique<BlocksOnDemand>(owned.partition, held_in_first_pass(held), read);
  std::optional<VectorSums> sums;
  bool masks = false;
  const auto pass = [&] {
    sums = read_sums(owned, grid.owned_blocks(owned.partition, position), masks);
    if (owned.own.size() == 0) sums->take(0, read(owned.own));
  };
  agree(grid.world(), [&] {
    if (!owned.packed || !owned.packed->waits()) pass();
  });
  if (owned.packed) {
    owned.packed->share();
    agree(grid.world(), [&] {
      if (owned.packed->waits()) pass();
    });
  }
  masks = any_keeps_masks(grid, masks);
  owned.parts = sums->finish(masks);
  if (masks) owned.demanded->keep_masks();
  owned.demanded->hold(held);
}

}  // namespace

RankVectors OwnedVectors::view() const {
  RankVectors vectors{partition, fields, own, {}, demanded.get()};
  for (const PackedVectors& part : parts) vectors.parts.push_back(&part);
  return vectors;
}

void hold(OwnedVectors& owned, const Grid& grid, Index held) {
  held = held_by_all(grid, held);
  if (owned.demanded && held > owned.demanded->held()) owned.demanded->hold(held);
}

OwnedVectors read_share(io::Source& source, const Partition& partition, const Grid& grid,
                        Index held, const PackedPlace& place) {
  const Region region("read");
  OwnedVectors owned{
      partition, source.fields(), grid.owned_vectors(partition, grid.ring().rank()), {}};
  const auto fields = parts_of(source, grid);
  const auto read = [&source, fields](Range vectors) {
    std::vector<PackedVectors> parts;
    for (const Range part : fields) parts.push_back(source.read({vectors, part}));
    return parts;
  };
  held = held_by_all(grid, held);
  if (held > 0 && !place.path.empty()) {
    agree(grid.world(), [&] {
      owned.packed = std::make_unique<PackedBlocks>(partition, grid, place, fields, read);
    });
    const auto from_file = [packed = owned.packed.get()](Range v) { return packed->read(v); };
    read_on_demand(owned, grid, held, from_file);
    return owned;
  }
  if (held > 0) {
    read_on_demand(owned, grid, held, read);
    return owned;
  }
  bool masks = false;
  agree(grid.world(), [&] {
    owned.parts = read(owned.own);
    for (const PackedVectors& part : owned.parts) masks = masks || part.keeps_masks();
  });
  if (any_keeps_masks(grid, masks)) {
    const Region packing("pack");
    for (PackedVectors& part : owned.parts) part.keep_masks();
  }
  return owned;
}

}  // namespace encke
