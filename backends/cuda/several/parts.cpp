#include "parts.hpp"

#include <algorithm>
#include <utility>

#include "cuda/kernels/bit_job.hpp"

namespace encke::cuda {
namespace {

constexpr Index parts_of_device = 4;
constexpr Index granule = 16;  // of the first vector of an operand

/// Vectors of a segment of the blocks of pairs. Segments of one block have parts_of_device parts
/// for each device, those of two blocks twice as many.
Index pair_edge(Index block, int devices) {
  Index segments = 1;
  while (segments * (segments + 1) / 2 < parts_of_device * devices) ++segments;
  return std::max(padding, round_up(divide_up(block, segments), padding));
}

Index pivot_edge(Index block, int devices) {
  return std::max(granule, round_up(divide_up(block, parts_of_device * devices), granule));
}

bool same(const Operand& a, const Operand& b) {
  return a.vectors == b.vectors && a.range == b.range && a.offset == b.offset;
}

Operand segment_of(Operand block, Index begin, Index edge) {
  block.range = block.range.from(begin, edge);
  return block;
}

/// What follows the segment in its block.
Operand rest_of(Operand block, const Operand& segment) {
  block.range.begin = segment.range.end;
  return block;
}

/// Parts with their work, in tuples: about, for equal blocks.
template <int Way>
class Parts {
 public:
  void add(const Array<Operand, Way>& blocks) {
    double work = 1;
    Index equal = 0;
    for (int b = 0; b < Way; ++b) {
      equal = b > 0 && same(blocks[b], blocks[b - 1]) ? equal + 1 : 1;
      work *= static_cast<double>(blocks[b].range.size()) / static_cast<double>(equal);
    }
    if (work > 0) parts_.emplace_back(work, blocks);
  }
  std::vector<Array<Operand, Way>> largest_first() {
    std::stable_sort(parts_.begin(), parts_.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Array<Operand, Way>> sorted;
    for (const auto& [work, blocks] : parts_) sorted.push_back(blocks);
    return sorted;
  }

 private:
  std::vector<std::pair<double, Array<Operand, Way>>> parts_;
};

}  // namespace

Index block_of_part(int way, Index block, int devices) {
  return way == 2 ? std::min(block, pair_edge(block, devices)) : block;
}

std::vector<Array<Operand, 2>> parts_for(const Array<Operand, 2>& blocks, int devices) {
  Parts<2> parts;
  const bool one = same(blocks[0], blocks[1]);
  const Index row_edge = pair_edge(blocks[0].range.size(), devices);
  const Index col_edge = pair_edge(blocks[1].range.size(), devices);
  for (Index i = blocks[0].range.begin; i < blocks[0].range.end; i += row_edge) {
    for (Index j = one ? i : blocks[1].range.begin; j < blocks[1].range.end; j += col_edge) {
      parts.add({{segment_of(blocks[0], i, row_edge), segment_of(blocks[1], j, col_edge)}});
    }
  }
  return parts.largest_first();
}

std::vector<Array<Operand, 3>> parts_for(const Array<Operand, 3>& blocks, int devices) {
  Parts<3> parts;
  const bool first_two = same(blocks[0], blocks[1]), last_two = same(blocks[1], blocks[2]);
  const Index edge = pivot_edge(blocks[0].range.size(), devices);
  for (Index i = blocks[0].range.begin; i < blocks[0].range.end; i += edge) {
    const Operand pivots = segment_of(blocks[0], i, edge);
    const Operand rest = rest_of(blocks[0], pivots);
    if (!first_two) {
      parts.add({{pivots, blocks[1], blocks[2]}});
    } else if (!last_two) {
      parts.add({{pivots, pivots, blocks[2]}});
      parts.add({{pivots, rest, blocks[2]}});
    } else {
      parts.add({{pivots, pivots, pivots}});
      parts.add({{pivots, pivots, rest}});
      parts.add({{pivots, rest, rest}});
    }
  }
  return parts.largest_first();
}

}  // namespace encke::cuda
