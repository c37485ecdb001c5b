#include "trait_pair.hpp"

namespace encke::reference {

Array<double, TraitSums::sums> pair_sums(TraitSums, const PackedVectors& a, Index i,
                                         const PackedVectors& b, Index j) {
  Array<double, TraitSums::sums> all{};
  for (Index f = 0; f < a.fields(); ++f) {
    const TraitGenotype first = element_of<TraitSums>(a, i, f);
    const TraitGenotype second = element_of<TraitSums>(b, j, f);
    if (first.genotype == Genotype::missing || second.genotype == Genotype::missing) continue;
    const double x = TraitSums::read(first, 0), y = TraitSums::read(second, 0);
    const double t = first.trait;
    const double terms[TraitSums::sums] = {1,     x,         y,         x * x,         y * y,
                                           x * y, x * x * y, x * y * y, x * x * y * y, t,
                                           t * x, t * y,     t * x * y, first.square};
    for (int s = 0; s < TraitSums::sums; ++s) all[s] += terms[s];
  }
  return all;
}

}  // namespace encke::reference
