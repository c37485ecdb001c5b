#include <algorithm>
#include <array>
#include <encke/comm/agree.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/host/region.hpp>

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
    parts.push_back({begin, std::min(begin + unit, mine.end)});
  }
  return parts;
}

}  // namespace

RankVectors OwnedVectors::view() const {
  RankVectors vectors{partition, fields, own, {}};
  for (const PackedVectors& part : parts) vectors.parts.push_back(&part);
  return vectors;
}

OwnedVectors read_share(io::Source& source, const Partition& partition, const Grid& grid) {
  const Region region("read");
  OwnedVectors owned{
      partition, source.fields(), grid.owned_vectors(partition, grid.ring().rank()), {}};
  agree(grid.world(), [&] {
    for (const Range fields : parts_of(source, grid)) {
      owned.parts.push_back(source.read({owned.own, fields}));
    }
  });
  // masks must be kept by all ranks' vectors or by none
  std::array<std::int64_t, 1> masks = {0};
  for (const PackedVectors& part : owned.parts) masks[0] |= part.keeps_masks() ? 1 : 0;
  grid.world().maximum(masks);
  if (masks[0] != 0) {
    const Region packing("pack");
    for (PackedVectors& part : owned.parts) part.keep_masks();
  }
  return owned;
}

}  // namespace encke
