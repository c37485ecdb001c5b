#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <string>

namespace encke {
namespace {

Index missing_of(const RankVectors& mine) {
  Index missing = 0;
  for (const PackedVectors* part : mine.parts) missing += part->missing();
  return missing;
}

bool has_missing(const RankVectors& mine, Range vectors) {
  for (const PackedVectors* part : mine.parts) {
    for (Index v = vectors.begin; v < vectors.end; ++v) {
      if (part->has_missing(v - mine.own.begin)) return true;
    }
  }
  return false;
}

}  // namespace

WholeProblem whole_problem(const RankVectors& mine, const Grid& grid) {
  const Range owned = grid.owned_blocks(mine.partition, grid.ring().rank());
  std::vector<std::int64_t> flags;
  for (Index block = owned.begin; block < owned.end; ++block) {
    flags.push_back(has_missing(mine, mine.partition.range(block)) ? 1 : 0);
  }
  grid.field_group().maximum(flags);
  const auto all = grid.ring().all_gather(flags);
  WholeProblem whole{.fields = mine.fields, .missing = 0, .blocks_with_missing = {}};
  for (const std::int64_t flag : all) whole.blocks_with_missing.push_back(flag != 0);
  std::array<std::int64_t, 1> missing = {missing_of(mine)};
  grid.field_group().sum(missing);
  grid.ring().sum(missing);
  whole.missing = missing[0];
  return whole;
}

void check_parts(const RankVectors& mine, const Grid& grid) {
  Index fields = 0;
  bool fits = grid.owned_vectors(mine.partition, grid.ring().rank()) == mine.own;
  std::array<std::int64_t, 2> masks = {0, 0};  // some part has masks; some part has none
  for (const PackedVectors* part : mine.parts) {
    fields += part->fields();
    fits = fits && part->vectors() == mine.own.size();
    if (mine.own.size() > 0) masks[part->keeps_masks() ? 0 : 1] = 1;
  }
  std::array<std::int64_t, 1> sum = {fields};
  grid.field_group().sum(sum);
  fits = fits && sum[0] == mine.fields;
  grid.world().maximum(masks);
  std::array<std::int64_t, 1> misfits = {fits && masks[0] + masks[1] < 2 ? 0 : 1};
  grid.world().maximum(misfits);
  if (misfits[0] == 0) return;
  throw Error(Failure::inconsistent,
              "the ranks' parts do not make up the problem: each rank must have the vectors and "
              "fields of its place in the grid, and all keep masks or none");
}

}  // namespace encke
