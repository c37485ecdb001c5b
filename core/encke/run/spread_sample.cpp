#include <algorithm>
#include <encke/pack/copies/copy_vectors.hpp>
#include <encke/run/spread_sample.hpp>
#include <numeric>
#include <span>
#include <utility>

namespace encke {
namespace {

std::vector<Index> all_of(const Range& range) {
  std::vector<Index> indices(idx(range.size()));
  std::iota(indices.begin(), indices.end(), range.begin);
  return indices;
}

}  // namespace

std::vector<Range> spread_ranges(Index vectors, const Spread& spread) {
  if (vectors <= spread.count) return {{0, vectors}};
  const Index runs = std::max<Index>(spread.count / std::max<Index>(spread.run, 1), 1);
  const Index size = spread.count / runs;
  std::vector<Range> ranges;
  for (Index r = 0; r < runs; ++r) {
    const Range part{vectors * r / runs, vectors * (r + 1) / runs};
    const Index begin = part.begin + (part.size() - size) / 2;  // in the middle of its part
    ranges.push_back({begin, begin + size});
  }
  return ranges;
}

PackedVectors spread_sample(const PackedVectors& vectors, const Spread& spread) {
  std::vector<Index> chosen;
  for (const Range& range : spread_ranges(vectors.vectors(), spread)) {
    const std::vector<Index> some = all_of(range);
    chosen.insert(chosen.end(), some.begin(), some.end());
  }
  PackedVectors sample =
      PackedVectors::allocate_like(vectors, std::ssize(chosen), vectors.keeps_masks());
  copy_vectors(vectors, chosen, sample, 0);
  return sample;
}

PackedVectors spread_sample(io::Source& source, const Spread& spread) {
  const std::vector<Range> ranges = spread_ranges(source.vectors(), spread);
  const Range fields{0, source.fields()};
  if (ranges.size() == 1) return source.read({ranges.front(), fields});
  std::vector<PackedVectors> parts;
  Index count = 0;
  bool masks = false;
  for (const Range& range : ranges) {
    parts.push_back(source.read({range, fields}));
    count += range.size();
    masks = masks || parts.back().keeps_masks();
  }
  PackedVectors sample = PackedVectors::allocate_like(parts.front(), count, masks);
  Index place = 0;
  for (PackedVectors& part : parts) {
    if (masks) part.keep_masks();
    copy_vectors(part, all_of({0, part.vectors()}), sample, place);
    place += part.vectors();
  }
  return sample;
}

}  // namespace encke
