#include <encke/backend/pruning/folded_sets.hpp>
#include <encke/host/threads/at_best_level.hpp>

namespace encke::pruning {

FoldedSets::FoldedSets(const Operand& block, Index words)
    : vectors_(Element::bit, block.range.size(), 64 * words), offset_(block.indices().begin) {
  constexpr Index lanes = 8;  // of a group of vectors
  const PackedVectors& from = *block.vectors;
  const PackedVectors::Storage storage = vectors_.storage();
  const auto* const all = reinterpret_cast<const std::uint64_t*>(from.values());
  for (Index place = 0; place < block.range.size(); ++place) {
    const Index v = block.range.begin + place;
    const std::uint64_t* word = all + v / lanes * from.words() * lanes + v % lanes;
    std::uint64_t* const to = storage.words() + place / lanes * words * lanes + place % lanes;
    Index set = 0;
    at_best_level([&]() __attribute__((always_inline)) {  // else each count is a call
      for (Index w = 0; w < from.words(); w += words) {
        const Index end = w + words < from.words() ? words : from.words() - w;
        for (Index f = 0; f < end; ++f) to[f * lanes] |= word[(w + f) * lanes];
      }
      for (Index f = 0; f < words; ++f) set += __builtin_popcountll(to[f * lanes]);
    });
    storage.margins.positive[idx(place)] = storage.margins.x_sum[idx(place)] = set;
    excess_.push_back(from.positive_count(v) - set);
  }
}

}  // namespace encke::pruning
